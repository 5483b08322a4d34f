# needs: openssl
# arithmetic, keys and a certificate
seq 1 5000 >text
openssl enc -aes-256-cbc -pbkdf2 -S 0011223344556677 -pass pass:word -in text -out secret
openssl enc -d -aes-256-cbc -pbkdf2 -pass pass:word -in secret | openssl dgst -sha3-256
openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 1 -subj /CN=name 2>/dev/null
openssl verify -CAfile certificate certificate
openssl dgst -sha256 -sign key -out signature text && openssl pkeyutl -help 2>/dev/null
openssl x509 -in text -noout 2>/dev/null
