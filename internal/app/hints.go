package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/update"
	"gemsub/internal/words"
)

// explained returns the error of a check with the feed's name, its URL and a hint; nil if the
// check succeeded.
func (a *App) explained(r *model.CheckResult) error {
	if r.Err == nil {
		return nil
	}
	err := named(r.Subscription.URL, r.Err)
	if name := r.Subscription.Name(); name != r.Subscription.URL {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return words.WithHint(err, a.hintFor(r))
}

// named adds to an error the URL that it is about, unless its text has the URL already.
func named(url string, err error) error {
	if strings.Contains(err.Error(), url) {
		return err
	}
	return fmt.Errorf("%s: %w", url, err)
}

// refusal adds a hint to the error of a request. If the error is about a changed key, it stores
// this key, so that the user can accept it; if it cannot, it returns that error.
func (a *App) refusal(ctx context.Context, err error) error {
	if changed, ok := errors.AsType[*fetch.CertificateError](err); ok {
		if err := a.db.SaveRefusedKey(ctx, changed.Seen); err != nil {
			return err
		}
	}
	return words.WithHint(err, a.hintFor(&model.CheckResult{Subscription: new(model.Subscription), Err: err}))
}

// hintFor says what the user can do about a failure, "" for nothing. A feed that was not
// subscribed to has no number.
func (a *App) hintFor(r *model.CheckResult) string {
	if hint := a.networkHint(r.Err); hint != "" && update.IsNetworkDown(r.Err) {
		return hint
	}
	id := r.Subscription.ID
	if changed, ok := errors.AsType[*fetch.CertificateError](r.Err); ok {
		return acceptCommand(changed.Seen.Authority, changed.Seen.Fingerprint) + ", once its owner confirms it"
	}
	kind := fetch.KindOf(r.Err)
	if status, ok := errors.AsType[*fetch.StatusError](r.Err); ok && kind == fetch.WantsCertificate {
		return identityHint(*r.Subscription, status)
	} else if ok && kind == fetch.WantsInput && !status.Sensitive() {
		return answerHint(id, status)
	} else if ok && id != 0 && status.Status == 51 { // not found
		return fmt.Sprintf("gemsub set %d --url URL if the page lives elsewhere, gemsub remove %d if it is gone", id, id)
	}
	if failed, ok := errors.AsType[*fetch.Error](r.Err); ok && failed.Kind == fetch.PermanentFailure && address.GuessMenuURL(failed.Target) != "" {
		return "the path of a Gopher URL begins with an item type; try " + shell.Quote(address.GuessMenuURL(failed.Target))
	} else if ok && r.Subscription.Paused && failed.Kind == fetch.PrivateAddress {
		return fmt.Sprintf("gemsub set %d --resume makes it a local feed", id)
	} else if ok && id != 0 && failed.Kind == fetch.PrivateAddress && failed.Target == address.AuthorityOf(r.Subscription.URL) {
		return fmt.Sprintf("gemsub set %d --url %s reads it there, if the capsule is meant to be there", id, shell.Quote(r.Subscription.URL))
	}
	move, unfollowed := errors.AsType[*update.MoveError](r.Err)
	refusal, refused := errors.AsType[*update.DisallowedError](r.Err)
	_, unknown := errors.AsType[*update.NoPolicyError](r.Err)
	media, isMediaType := errors.AsType[*feed.MediaTypeError](r.Err)
	switch {
	case unfollowed && id == 0:
		return fmt.Sprintf("gemsub add %s follows it, if you trust that", shell.Quote(move.URL))
	case unfollowed:
		return fmt.Sprintf("gemsub set %d --url %s follows it, if you trust that", id, shell.Quote(move.URL))
	case kind == fetch.BadCertificate:
		return "only its owner can fix that, by another certificate"
	case refused && id == 0: // only for the page itself, not for a redirect's target
		return fmt.Sprintf("gemsub add --ignore-robots %s reads it anyway, if its owner allows that", shell.Quote(refusal.URL))
	case refused:
		return fmt.Sprintf("gemsub set %d --ignore-robots reads it anyway, if its owner allows that", id)
	case unknown && id == 0 && kind == fetch.TimedOut: // the page would time out too
		return "try again later"
	case unknown && id == 0:
		return "try again later; gemsub add --ignore-robots does not ask, if the owner allows that"
	case unknown:
		return fmt.Sprintf("each update asks again; gemsub robots %s says since when there is no answer", shell.Quote(r.Subscription.URL))
	case isMediaType:
		return mediaTypeHint(*r.Subscription, media)
	case id == 0:
		return ""
	case r.State == model.StateGone:
		return fmt.Sprintf("gemsub remove %d", id)
	case r.State == model.StateMoved:
		return fmt.Sprintf("gemsub remove %d, or gemsub set %d --url URL if it lives elsewhere", id, id)
	case r.State == model.StatePaused:
		return fmt.Sprintf("gemsub update %d tries again", id)
	}
	return ""
}

// mediaTypeHint says what to do about a page that is no feed, "" for nothing. The page may have
// dated links, though it is not served as gemtext, or be a single post whose folder is the feed.
func mediaTypeHint(s model.Subscription, media *feed.MediaTypeError) string {
	u, err := address.Parse(s.URL)
	switch {
	case media.IsDated && s.ID == 0:
		return fmt.Sprintf("gemsub add %s --as gemtext reads its dated links", shell.Quote(s.URL))
	case media.IsDated:
		return fmt.Sprintf("gemsub set %d --as gemtext reads its dated links", s.ID)
	case s.ID == 0 && err == nil && media.MediaType == "text/plain" && indexOf(u) != "":
		return fmt.Sprintf("gemsub add %s adds its folder, if this is a single post", shell.Quote(indexOf(u)))
	}
	return ""
}

// answerHint says how to send a capsule the answer that it asks for.
func answerHint(id int64, status *fetch.StatusError) string {
	u := *status.URL
	u.RawQuery = "" // the capsule did not take this answer
	answered := shell.Quote(u.String() + "?ANSWER")
	if id == 0 {
		return "use " + answered + " to send an answer"
	}
	return fmt.Sprintf("gemsub set %d --url %s sends an answer", id, answered)
}

// identityHint says what to do about a status 6x: no certificate was shown, or the capsule
// refused it.
func identityHint(s model.Subscription, status *fetch.StatusError) string {
	asked := status.URL.String() // a redirect may have led there
	place := shell.Quote(asked)
	switch {
	case status.IdentityWithheld && s.ID != 0:
		return fmt.Sprintf("gemsub set %d --url %s asks there at once, and may show an identity", s.ID, place)
	case status.IdentityWithheld:
		return "no identity was shown, since a link or redirect led there: ask for " + place + " itself"
	case s.ID != 0 && s.URL == asked:
		place = strconv.FormatInt(s.ID, 10)
	}
	if status.Identity == "" {
		return fmt.Sprintf("gemsub identity use NAME %s shows a certificate, gemsub identity new NAME makes one", place)
	}
	return fmt.Sprintf("gemsub identity use NAME %s shows another certificate", place)
}
