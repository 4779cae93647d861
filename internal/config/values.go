package config

import (
	"errors"
	"strconv"
	"time"
)

// Text reads a value that is a string or a number.
func Text(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	}
	return "", errors.New("must be a string")
}

// Bool reads a value that is true or false.
func Bool(value any) (bool, error) {
	v, ok := value.(bool)
	if !ok {
		return false, errors.New("must be true or false")
	}
	return v, nil
}

// Int reads a value that is a number.
func Int(value any) (int, error) {
	v, ok := value.(int64)
	if !ok || int64(int(v)) != v {
		return 0, errors.New("must be a number")
	}
	return int(v), nil
}

// Duration reads a value such as "90s".
func Duration(value any) (time.Duration, error) {
	text, _ := value.(string)
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, errors.New("must be a time such as \"90s\"")
	}
	return d, nil
}

// Strings reads a value that is a list of strings.
func Strings(value any) (all []string, err error) {
	list, ok := value.([]any)
	for _, item := range list {
		s, isString := item.(string)
		ok = ok && isString
		all = append(all, s)
	}
	if !ok {
		return nil, errors.New("must be a list of strings")
	}
	return all, nil
}
