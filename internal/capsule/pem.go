package capsule

import "git.sr.ht/~adnano/go-gemini/certificate"

// WriteCertificate makes a certificate and writes it and its key to files in
// PEM, for servers of another make.
func WriteCertificate(certFile, keyFile string, o CertOptions) error {
	cert, err := o.make(nil)
	if err != nil {
		return err
	}
	return certificate.Write(cert, certFile, keyFile)
}
