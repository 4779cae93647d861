package app

// For tests that store texts beside the engine.
var (
	AddLinkedPages = addLinkedPages
	AddFacts       = addFacts
)
