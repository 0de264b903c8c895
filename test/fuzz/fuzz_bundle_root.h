/* The root behind the seeds of fuzz_bundle.c, made once with openssl for a hundred years; its key was not kept. */
#ifndef POSTERN_FUZZ_BUNDLE_ROOT_H
#define POSTERN_FUZZ_BUNDLE_ROOT_H

#define FUZZ_BUNDLE_CONTENT "{\"software\": {}}\n" /* what the seed `signature` is over */
#define FUZZ_BUNDLE_ROOT                                                 \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIIBgjCCASigAwIBAgIUGxj+X3drI4AEHZ48+AgU/fhsYPwwCgYIKoZIzj0EAwIw\n" \
    "HjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjQxMDE2MTda\n" \
    "GA8yMTI2MTAzMTEwMTYxN1owHjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9v\n" \
    "dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPmMtFGfUr/8grTNFNN+UZ0POwco\n" \
    "uhJDDRp8kLE0ZaCdkkmtBaI01i/nbB3ZeliZWlAQ6XM7+Cx94glbF0Z6sRujQjBA\n" \
    "MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBS99bx1\n" \
    "bHXWO+0JIfRxVAuTBhVfkjAKBggqhkjOPQQDAgNIADBFAiAe2A4fcze1t2XliDXg\n" \
    "EiSkktI7z79euWmz4YvjaBVyoQIhAPPHvwylflgD9bURmsEeNGN7mL5QaVrW7Bad\n" \
    "U5ZAcpRS\n"                                                         \
    "-----END CERTIFICATE-----\n"

#endif
