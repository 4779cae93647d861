package model

// A Delivered is what became of an entry that was to be delivered by mail.
type Delivered struct {
	Entry Entry
	Err   error // why it was refused; it stays owed
}
