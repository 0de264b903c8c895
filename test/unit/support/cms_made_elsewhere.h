/* Signatures made once with `openssl cms -sign -binary -outform PEM`, by signers with a certificate of one root for a
 * hundred years (codeSigning), for testing signatures of another program. The keys were not kept. */
#ifndef POSTERN_TEST_CMS_MADE_ELSEWHERE_H
#define POSTERN_TEST_CMS_MADE_ELSEWHERE_H

#define ELSEWHERE_NOW 1800000000 /* 2027-01-15, when all are valid */
#define ELSEWHERE_CONTENT "{\"software\": {\"made\": \"elsewhere\"}}\n"

/* P-256. */
#define ELSEWHERE_ROOT                                                   \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIIBgjCCASigAwIBAgIUGYYSrisBpNFQAr6Xw1ATZOdOVQwwCgYIKoZIzj0EAwIw\n" \
    "HjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjQwOTU5MTNa\n" \
    "GA8yMTI2MTAzMTA5NTkxM1owHjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9v\n" \
    "dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABH9Y/9rI2XIvYBsEBNSqRv4xHIzF\n" \
    "on2ZN/72fL7AXMZPKZAf5BuPMAp3PAHADyefkJL/gazioubQAzool/uXhEejQjBA\n" \
    "MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBSuKbf0\n" \
    "oXGvyxWDbwK3N59+W0S3+jAKBggqhkjOPQQDAgNIADBFAiEAlYzkntInh2Y35+dm\n" \
    "bMGlBd8pg8pOAWNo5a9k+uuvQ/cCIGUSfTMU/0BjCfV6hCl0Hxl7twfegod/+BYP\n" \
    "l7gGQwC3\n"                                                         \
    "-----END CERTIFICATE-----\n"

/* ECDSA with P-256, over the content. */
#define ELSEWHERE_P256                                                   \
    "-----BEGIN CMS-----\n"                                              \
    "MIICkwYJKoZIhvcNAQcCoIIChDCCAoACAQExDTALBglghkgBZQMEAgEwCwYJKoZI\n" \
    "hvcNAQcBoIIBujCCAbYwggFcoAMCAQICFFwqtVBklQTuWaqZKQ+7eb2ubhodMAoG\n" \
    "CCqGSM49BAMCMB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QwIBcNMjYx\n" \
    "MTI0MDk1OTEzWhgPMjEyNjEwMzEwOTU5MTNaMB8xDTALBgNVBAoMBFRlc3QxDjAM\n" \
    "BgNVBAMMBVAtMjU2MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErzoDyYmIw+H7\n" \
    "cPsqyc9tGuR8X40jhLJlfdU4178qbjl+SLH+o3odCI0STSvU0vCjOnwGDIBD2ugq\n" \
    "FLyYfjBDEKN1MHMwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0l\n" \
    "BAwwCgYIKwYBBQUHAwMwHQYDVR0OBBYEFNMmLozk5VgruKkwRmcj2mNq5wkXMB8G\n" \
    "A1UdIwQYMBaAFK4pt/Shca/LFYNvArc3n35bRLf6MAoGCCqGSM49BAMCA0gAMEUC\n" \
    "IQDfpIFllT/ZZv2vO6q5nMjSVoK3VlmYeE4M26u3XD4eyQIgOMboX4gEfSvLwoB+\n" \
    "W03ctU4huvK1YajVlkoG8R5krvcxgaAwgZ0CAQEwNjAeMQ0wCwYDVQQKDARUZXN0\n" \
    "MQ0wCwYDVQQDDARSb290AhRcKrVQZJUE7lmqmSkPu3m9rm4aHTALBglghkgBZQME\n" \
    "AgEwCgYIKoZIzj0EAwIERzBFAiAeZdoTmXm5ndSG2O2hfgLiBRK2mRBTNK+fyRzL\n" \
    "LFLaggIhAMN4DahwuXpTpCmDq7SP4XiPjC5AVAIMkCl57qmwlvJy\n"             \
    "-----END CMS-----\n"

/* The same over signed attributes, including the time. */
#define ELSEWHERE_ATTRIBUTES                                             \
    "-----BEGIN CMS-----\n"                                              \
    "MIIC/wYJKoZIhvcNAQcCoIIC8DCCAuwCAQExDTALBglghkgBZQMEAgEwCwYJKoZI\n" \
    "hvcNAQcBoIIBujCCAbYwggFcoAMCAQICFFwqtVBklQTuWaqZKQ+7eb2ubhodMAoG\n" \
    "CCqGSM49BAMCMB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QwIBcNMjYx\n" \
    "MTI0MDk1OTEzWhgPMjEyNjEwMzEwOTU5MTNaMB8xDTALBgNVBAoMBFRlc3QxDjAM\n" \
    "BgNVBAMMBVAtMjU2MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErzoDyYmIw+H7\n" \
    "cPsqyc9tGuR8X40jhLJlfdU4178qbjl+SLH+o3odCI0STSvU0vCjOnwGDIBD2ugq\n" \
    "FLyYfjBDEKN1MHMwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0l\n" \
    "BAwwCgYIKwYBBQUHAwMwHQYDVR0OBBYEFNMmLozk5VgruKkwRmcj2mNq5wkXMB8G\n" \
    "A1UdIwQYMBaAFK4pt/Shca/LFYNvArc3n35bRLf6MAoGCCqGSM49BAMCA0gAMEUC\n" \
    "IQDfpIFllT/ZZv2vO6q5nMjSVoK3VlmYeE4M26u3XD4eyQIgOMboX4gEfSvLwoB+\n" \
    "W03ctU4huvK1YajVlkoG8R5krvcxggELMIIBBwIBATA2MB4xDTALBgNVBAoMBFRl\n" \
    "c3QxDTALBgNVBAMMBFJvb3QCFFwqtVBklQTuWaqZKQ+7eb2ubhodMAsGCWCGSAFl\n" \
    "AwQCAaBpMBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8X\n" \
    "DTI2MTEyNDA5NTkxNVowLwYJKoZIhvcNAQkEMSIEIHQRO3OzRHQf00Co4kdi1fxg\n" \
    "lKlG2+piDaL2Zie9jYBjMAoGCCqGSM49BAMCBEYwRAIgEyMzrC5SCtyZi0ElCGzy\n" \
    "sJEf+y6V4ShI5Q7pm49ZLL0CIBl0GVn6fz9mWYicC9hQhGMV8yacVPvCsr7AMTeQ\n" \
    "E9Wl\n"                                                             \
    "-----END CMS-----\n"

/* RSA of 3072 bits. */
#define ELSEWHERE_RSA_3072                                               \
    "-----BEGIN CMS-----\n"                                              \
    "MIIFIgYJKoZIhvcNAQcCoIIFEzCCBQ8CAQExDTALBglghkgBZQMEAgEwCwYJKoZI\n" \
    "hvcNAQcBoIIDCTCCAwUwggKqoAMCAQICFFwqtVBklQTuWaqZKQ+7eb2ubhofMAoG\n" \
    "CCqGSM49BAMCMB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QwIBcNMjYx\n" \
    "MTI0MDk1OTE0WhgPMjEyNjEwMzEwOTU5MTRaMCIxDTALBgNVBAoMBFRlc3QxETAP\n" \
    "BgNVBAMMCFJTQSAzMDcyMIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEA\n" \
    "kvsszg2qEs84i8AkI4Zky7KH9770Udl80Rq+a+GlqCBMbYS53vhu67Q/GyG6zuj+\n" \
    "ldP8AYkbM9QPyadWbF/ro7sG5jv0AW44DKSr2uKUF3L62Rie4T84QJ2GwYqLsnE/\n" \
    "c6GtN5FhqSRPRHEEgJ3tRTiG/2JxmSHCQmF4jhVjoL3ErcxwMkvtPwhPCYfeZura\n" \
    "u+rc1vW2a7FmSSt2NXYZjZvU1ZUL6R82ynsgpoHhcISfwl9YO5LExykpNtq3/nLs\n" \
    "TP1pttiR9/pWixoq/Cvmk7fsYD8nXL2ivMuXW9d0OBrN97AwwrL6oUaXrQoQW0qg\n" \
    "qngSlpU+ME/ft0aMmQT48UIurGEPRy4yce11e8wTdlwnDNVpeOP3DBsCdgzZd23n\n" \
    "WVdY47FE8Gt9+lWyD41oJ5UuDHIDIc2z3uGNu1hg0q9rGlq3XxB4h0KrshLsEj3L\n" \
    "jZXfNR/3sC/K9X8TLYziBEa8rCTXUluaWd2SeSH4U1lba+tQQeVzoV4Ov0AX5fI7\n" \
    "AgMBAAGjdTBzMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQM\n" \
    "MAoGCCsGAQUFBwMDMB0GA1UdDgQWBBQmIAT5WXCWD2qZFCiXqfvSLIm4izAfBgNV\n" \
    "HSMEGDAWgBSuKbf0oXGvyxWDbwK3N59+W0S3+jAKBggqhkjOPQQDAgNJADBGAiEA\n" \
    "xfTMvBYJX7ez1RHky3s5b4LvgT4qzjcKzJyZk222T8ACIQC014+6Tj633FVWyhdu\n" \
    "lhBX18ey02iyDiW9WJ5xP84rFTGCAd8wggHbAgEBMDYwHjENMAsGA1UECgwEVGVz\n" \
    "dDENMAsGA1UEAwwEUm9vdAIUXCq1UGSVBO5ZqpkpD7t5va5uGh8wCwYJYIZIAWUD\n" \
    "BAIBMA0GCSqGSIb3DQEBAQUABIIBgE4fCj4zfDWhtM3lesd5MOO0V5exw206tumK\n" \
    "6X1MKin47qnucQAkvZuv1GNUWtI7+sDuI9fYtP8nVCgtZgCaidDo2K4uT9BAJfP6\n" \
    "k412lpg1OR6fi/6e0xvUX7cFxzP66X+a0oHJ8fjCRTY6tUIu0xfGYot2uCmI6fcH\n" \
    "b3O+JDizyT08DdX0HWcdDAj/AqYJEYYek65xkFSMj9NiYA8huKWRwwVn2aQRl8it\n" \
    "Piy1lNRRr7egwNUImDxpMLLbDsTbyDmJAbMEIzDdfjhSOYB5P/5dTphTjTLhtQff\n" \
    "HnE6sQvQm8w/sKIU3MD393DFSYR0qZ+FBusUgsDm8nIAk1fjhsmh1YFW89JLkAz8\n" \
    "JPuxCVG/WjqSCb+ATJcCUkr3rkkhErwrmG+wOYlwcW1Inoz2jbInHN0fe3geAJ91\n" \
    "F/t5LVleWcLFbX+a8pqYXVRmXOaH/BvliHOAIUjHoMzyZ2fYgB4Ga1fTKAXaBQjz\n" \
    "6WdRAghE3yd+0xSR+ksVuT/InD2NPA==\n"                                 \
    "-----END CMS-----\n"

/* RSA of 2048 bits. */
#define ELSEWHERE_RSA_2048                                               \
    "-----BEGIN CMS-----\n"                                              \
    "MIIEIgYJKoZIhvcNAQcCoIIEEzCCBA8CAQExDTALBglghkgBZQMEAgEwCwYJKoZI\n" \
    "hvcNAQcBoIICiTCCAoUwggIqoAMCAQICFFwqtVBklQTuWaqZKQ+7eb2ubhogMAoG\n" \
    "CCqGSM49BAMCMB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QwIBcNMjYx\n" \
    "MTI0MDk1OTE1WhgPMjEyNjEwMzEwOTU5MTVaMCIxDTALBgNVBAoMBFRlc3QxETAP\n" \
    "BgNVBAMMCFJTQSAyMDQ4MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n" \
    "um7jvbF/TJXDaubR6fttaiV4A8Pwr0ziP/RZo/TRGhlsgy/7uhAL7AqFzh3/EFi6\n" \
    "lgyvsQK0u3SZyH0RwfpKvKha8jfQpZ2aJe822rr+cpNlUw3s0L19KlNp3afJSUdA\n" \
    "BXpGHD7RETl7N0IZFa6FohNtRvODuKvmrl/Gx5pzlsh37KzwktF27Rc2Jw91YQ42\n" \
    "x5x4gugGP/0Hgmb6/leSaT49Pefby3QXhyuCf5AS21c3mAzhqvF6K/GqCUKzZVGY\n" \
    "TDTvEQ143olrOkffXZFestSFbUfWYlk14FtFLUiJKls1plwFwuPyMBMdqF/S0X8L\n" \
    "XniRyOC1E7rPYQW66BScZwIDAQABo3UwczAMBgNVHRMBAf8EAjAAMA4GA1UdDwEB\n" \
    "/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDAzAdBgNVHQ4EFgQUTFYQAsJm+f8P\n" \
    "USODOts5gNPib1YwHwYDVR0jBBgwFoAUrim39KFxr8sVg28CtzeffltEt/owCgYI\n" \
    "KoZIzj0EAwIDSQAwRgIhALg9IP8dMQ8daEqI5X6XQt5pSaswwH/RLyf1oW2gGuC5\n" \
    "AiEA8r+FeRIl8cw9T65pRYgc8A26o7JlhbnCw3Bqgq8nL4MxggFfMIIBWwIBATA2\n" \
    "MB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QCFFwqtVBklQTuWaqZKQ+7\n" \
    "eb2ubhogMAsGCWCGSAFlAwQCATANBgkqhkiG9w0BAQEFAASCAQAcy/IlRxrTGLmx\n" \
    "qOSFMAzvSoJ4BMhr4agfmWOHUCKs6zXkiMf0Tg4tX2EV9a+YuCnb5qnAQ3AJ7y9+\n" \
    "3eg4KvlU0cOOyTFb1leF3FJnHpqGMcJ/bqZE8Lgpf98pZQMGAqkbnmrxRoEyczAt\n" \
    "Xn9dva4QmwgAxFJGg1zGsUrdO8m9GGWn5WD28K0Lhz4wKRNQKfL+PjNDEUnW8aHk\n" \
    "5zV957y+AMaTHJitjvhiOi6Z9Q+vFFdT+TxxeEpScFVgojeHJHbP9LtkCwXGexvr\n" \
    "4D1r3W0UDa648Xw8dtsFGis3OzcN9LH32Hp14DNg0ix0gruorbLwDKUYr348ryPd\n" \
    "RYlrxg8C\n"                                                         \
    "-----END CMS-----\n"

/* ECDSA with P-384. */
#define ELSEWHERE_P384                                                   \
    "-----BEGIN CMS-----\n"                                              \
    "MIIC0QYJKoZIhvcNAQcCoIICwjCCAr4CAQExDTALBglghkgBZQMEAgEwCwYJKoZI\n" \
    "hvcNAQcBoIIB1zCCAdMwggF5oAMCAQICFFwqtVBklQTuWaqZKQ+7eb2ubhoeMAoG\n" \
    "CCqGSM49BAMCMB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QwIBcNMjYx\n" \
    "MTI0MDk1OTEzWhgPMjEyNjEwMzEwOTU5MTNaMB8xDTALBgNVBAoMBFRlc3QxDjAM\n" \
    "BgNVBAMMBVAtMzg0MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEzz+ProdbD+RY+C3s\n" \
    "bhhCOQL3IeVoTsDjVRL3U+XXleUsI1LUukMmeOp5cc6/DXM0ny7bEDF2HHgrHLi6\n" \
    "dTqZdo8pdAH73Iclxf0pUWvXVEyEgPEx+pnIr3d7O9iX6fxYo3UwczAMBgNVHRMB\n" \
    "Af8EAjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDAzAdBgNV\n" \
    "HQ4EFgQUvjjK0LBv2S+w3t86/M/4SkDob7IwHwYDVR0jBBgwFoAUrim39KFxr8sV\n" \
    "g28CtzeffltEt/owCgYIKoZIzj0EAwIDSAAwRQIgYst0aHSgKQBwivqYITAZ5ob+\n" \
    "fkOAUO4UdYxnhGyjfi8CIQCZ32JSRRhFiu5w7w0TzhuoG7FxLIA5w1bTQYFEYryo\n" \
    "uzGBwTCBvgIBATA2MB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QCFFwq\n" \
    "tVBklQTuWaqZKQ+7eb2ubhoeMAsGCWCGSAFlAwQCATAKBggqhkjOPQQDAgRoMGYC\n" \
    "MQDJSP3ykewtagi9OIn/zGwOrR014V4Gn5jMSEy8MeRHTmcaGwMDnyWYsf436UQc\n" \
    "aXYCMQDBV+o0aMyZUt/fxilNB/BWXXaX5+RfdadQ+9hoWtt7Udqwin6mqGCz0b3x\n" \
    "G2wQXr0=\n"                                                         \
    "-----END CMS-----\n"

/* SHA-1. */
#define ELSEWHERE_SHA1                                                   \
    "-----BEGIN CMS-----\n"                                              \
    "MIICiwYJKoZIhvcNAQcCoIICfDCCAngCAQExCTAHBgUrDgMCGjALBgkqhkiG9w0B\n" \
    "BwGgggG6MIIBtjCCAVygAwIBAgIUXCq1UGSVBO5ZqpkpD7t5va5uGh0wCgYIKoZI\n" \
    "zj0EAwIwHjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjQw\n" \
    "OTU5MTNaGA8yMTI2MTAzMTA5NTkxM1owHzENMAsGA1UECgwEVGVzdDEOMAwGA1UE\n" \
    "AwwFUC0yNTYwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASvOgPJiYjD4ftw+yrJ\n" \
    "z20a5HxfjSOEsmV91TjXvypuOX5Isf6jeh0IjRJNK9TS8KM6fAYMgEPa6CoUvJh+\n" \
    "MEMQo3UwczAMBgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAK\n" \
    "BggrBgEFBQcDAzAdBgNVHQ4EFgQU0yYujOTlWCu4qTBGZyPaY2rnCRcwHwYDVR0j\n" \
    "BBgwFoAUrim39KFxr8sVg28CtzeffltEt/owCgYIKoZIzj0EAwIDSAAwRQIhAN+k\n" \
    "gWWVP9lm/a87qrmcyNJWgrdWWZh4Tgzbq7dcPh7JAiA4xuhfiAR9K8vCgH5bTdy1\n" \
    "TiG68rVhqNWWSgbxHmSu9zGBnDCBmQIBATA2MB4xDTALBgNVBAoMBFRlc3QxDTAL\n" \
    "BgNVBAMMBFJvb3QCFFwqtVBklQTuWaqZKQ+7eb2ubhodMAcGBSsOAwIaMAkGByqG\n" \
    "SM49BAEESDBGAiEAvc2TGYT0jI6ScDQj1mJ+9Qr5mlEAguTVIdsX8mpSsp8CIQDN\n" \
    "8jA8xJydNCf9yLwQIOluIRopYnFAesyrwpBDublN+A==\n"                     \
    "-----END CMS-----\n"

/* SHA-384. */
#define ELSEWHERE_SHA384                                                 \
    "-----BEGIN CMS-----\n"                                              \
    "MIIClAYJKoZIhvcNAQcCoIIChTCCAoECAQExDTALBglghkgBZQMEAgIwCwYJKoZI\n" \
    "hvcNAQcBoIIBujCCAbYwggFcoAMCAQICFFwqtVBklQTuWaqZKQ+7eb2ubhodMAoG\n" \
    "CCqGSM49BAMCMB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QwIBcNMjYx\n" \
    "MTI0MDk1OTEzWhgPMjEyNjEwMzEwOTU5MTNaMB8xDTALBgNVBAoMBFRlc3QxDjAM\n" \
    "BgNVBAMMBVAtMjU2MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErzoDyYmIw+H7\n" \
    "cPsqyc9tGuR8X40jhLJlfdU4178qbjl+SLH+o3odCI0STSvU0vCjOnwGDIBD2ugq\n" \
    "FLyYfjBDEKN1MHMwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0l\n" \
    "BAwwCgYIKwYBBQUHAwMwHQYDVR0OBBYEFNMmLozk5VgruKkwRmcj2mNq5wkXMB8G\n" \
    "A1UdIwQYMBaAFK4pt/Shca/LFYNvArc3n35bRLf6MAoGCCqGSM49BAMCA0gAMEUC\n" \
    "IQDfpIFllT/ZZv2vO6q5nMjSVoK3VlmYeE4M26u3XD4eyQIgOMboX4gEfSvLwoB+\n" \
    "W03ctU4huvK1YajVlkoG8R5krvcxgaEwgZ4CAQEwNjAeMQ0wCwYDVQQKDARUZXN0\n" \
    "MQ0wCwYDVQQDDARSb290AhRcKrVQZJUE7lmqmSkPu3m9rm4aHTALBglghkgBZQME\n" \
    "AgIwCgYIKoZIzj0EAwMESDBGAiEA/OQHnCfc65HWeBW26dHh3FxYzzFkOfepp8Qp\n" \
    "gj8TfB8CIQC9rdlgKiux+xDImrs7qHnVFo2Us7Tla6VoXHD/dRazCg==\n"         \
    "-----END CMS-----\n"

/* RSA with PSS. */
#define ELSEWHERE_PSS                                                    \
    "-----BEGIN CMS-----\n"                                              \
    "MIIFwgYJKoZIhvcNAQcCoIIFszCCBa8CAQExDTALBglghkgBZQMEAgEwCwYJKoZI\n" \
    "hvcNAQcBoIIDCTCCAwUwggKqoAMCAQICFFwqtVBklQTuWaqZKQ+7eb2ubhofMAoG\n" \
    "CCqGSM49BAMCMB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QwIBcNMjYx\n" \
    "MTI0MDk1OTE0WhgPMjEyNjEwMzEwOTU5MTRaMCIxDTALBgNVBAoMBFRlc3QxETAP\n" \
    "BgNVBAMMCFJTQSAzMDcyMIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEA\n" \
    "kvsszg2qEs84i8AkI4Zky7KH9770Udl80Rq+a+GlqCBMbYS53vhu67Q/GyG6zuj+\n" \
    "ldP8AYkbM9QPyadWbF/ro7sG5jv0AW44DKSr2uKUF3L62Rie4T84QJ2GwYqLsnE/\n" \
    "c6GtN5FhqSRPRHEEgJ3tRTiG/2JxmSHCQmF4jhVjoL3ErcxwMkvtPwhPCYfeZura\n" \
    "u+rc1vW2a7FmSSt2NXYZjZvU1ZUL6R82ynsgpoHhcISfwl9YO5LExykpNtq3/nLs\n" \
    "TP1pttiR9/pWixoq/Cvmk7fsYD8nXL2ivMuXW9d0OBrN97AwwrL6oUaXrQoQW0qg\n" \
    "qngSlpU+ME/ft0aMmQT48UIurGEPRy4yce11e8wTdlwnDNVpeOP3DBsCdgzZd23n\n" \
    "WVdY47FE8Gt9+lWyD41oJ5UuDHIDIc2z3uGNu1hg0q9rGlq3XxB4h0KrshLsEj3L\n" \
    "jZXfNR/3sC/K9X8TLYziBEa8rCTXUluaWd2SeSH4U1lba+tQQeVzoV4Ov0AX5fI7\n" \
    "AgMBAAGjdTBzMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQM\n" \
    "MAoGCCsGAQUFBwMDMB0GA1UdDgQWBBQmIAT5WXCWD2qZFCiXqfvSLIm4izAfBgNV\n" \
    "HSMEGDAWgBSuKbf0oXGvyxWDbwK3N59+W0S3+jAKBggqhkjOPQQDAgNJADBGAiEA\n" \
    "xfTMvBYJX7ez1RHky3s5b4LvgT4qzjcKzJyZk222T8ACIQC014+6Tj633FVWyhdu\n" \
    "lhBX18ey02iyDiW9WJ5xP84rFTGCAn8wggJ7AgEBMDYwHjENMAsGA1UECgwEVGVz\n" \
    "dDENMAsGA1UEAwwEUm9vdAIUXCq1UGSVBO5ZqpkpD7t5va5uGh8wCwYJYIZIAWUD\n" \
    "BAIBoGkwGAYJKoZIhvcNAQkDMQsGCSqGSIb3DQEHATAcBgkqhkiG9w0BCQUxDxcN\n" \
    "MjYxMTI0MDk1OTE1WjAvBgkqhkiG9w0BCQQxIgQgdBE7c7NEdB/TQKjiR2LV/GCU\n" \
    "qUbb6mINovZmJ72NgGMwQgYJKoZIhvcNAQEKMDWgDzANBglghkgBZQMEAgEFAKEc\n" \
    "MBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgEFAKIEAgIBXgSCAYA/HdYAyQoglbaD\n" \
    "JpsPrPk2aT/j1s7boVJ3IYHydrKxLnlalyr1tIRzNeu1g9QKK9IYy9pb1+cn6JsA\n" \
    "4vaVkGuGX9exSFAV+grmQuhiYBoD+OcVAwaxZ50KKU7OxBPp6R5elfC7/DFbgL3/\n" \
    "v9L8c+qOibsB/1RFvlhyvpAsU0EKWCMjpH43Y5HjeIZC6OTHgRvDfBIhsJjSzYnr\n" \
    "bKlKhtwTghw5nG2cLvduG+5yFAbys7X1vZrmNmE3uFAQoafy6ETF9EHtaseSiZFt\n" \
    "Qo08JCaUBTQ+ezPZyVunsIomngpHZwmDTQ1Blf+ByGtUxsQBcdVoipcJQyO7htlO\n" \
    "jfcGFIL4Ir1jWMFge4P1m1QgG9veo6p9hv1Tu+M73pY5UrGWMzE8gkbcdmH57o2P\n" \
    "AxrvKf9lTScAggEQICer3NGi2wdzQQuubF4lumjghait9/JtVVqirp0RlpotxHwa\n" \
    "sgGvOIzUcZWk3qZY+fIp4Bz6419IWpYGNRolKgA3Ux42Y4o3b2o=\n"             \
    "-----END CMS-----\n"

/* The signer is identified by its key. */
#define ELSEWHERE_KEY_ID                                                 \
    "-----BEGIN CMS-----\n"                                              \
    "MIICcAYJKoZIhvcNAQcCoIICYTCCAl0CAQMxDTALBglghkgBZQMEAgEwCwYJKoZI\n" \
    "hvcNAQcBoIIBujCCAbYwggFcoAMCAQICFFwqtVBklQTuWaqZKQ+7eb2ubhodMAoG\n" \
    "CCqGSM49BAMCMB4xDTALBgNVBAoMBFRlc3QxDTALBgNVBAMMBFJvb3QwIBcNMjYx\n" \
    "MTI0MDk1OTEzWhgPMjEyNjEwMzEwOTU5MTNaMB8xDTALBgNVBAoMBFRlc3QxDjAM\n" \
    "BgNVBAMMBVAtMjU2MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErzoDyYmIw+H7\n" \
    "cPsqyc9tGuR8X40jhLJlfdU4178qbjl+SLH+o3odCI0STSvU0vCjOnwGDIBD2ugq\n" \
    "FLyYfjBDEKN1MHMwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0l\n" \
    "BAwwCgYIKwYBBQUHAwMwHQYDVR0OBBYEFNMmLozk5VgruKkwRmcj2mNq5wkXMB8G\n" \
    "A1UdIwQYMBaAFK4pt/Shca/LFYNvArc3n35bRLf6MAoGCCqGSM49BAMCA0gAMEUC\n" \
    "IQDfpIFllT/ZZv2vO6q5nMjSVoK3VlmYeE4M26u3XD4eyQIgOMboX4gEfSvLwoB+\n" \
    "W03ctU4huvK1YajVlkoG8R5krvcxfjB8AgEDgBTTJi6M5OVYK7ipMEZnI9pjaucJ\n" \
    "FzALBglghkgBZQMEAgEwCgYIKoZIzj0EAwIESDBGAiEAvscsKXA27DKMIAhxZt3P\n" \
    "gdkBRpNdKJyhQJb9bluKFtQCIQDkOevFAtL1xMhvt1mPjVWN6u5YcOkx1PYy6m/Y\n" \
    "i8j3Lg==\n"                                                         \
    "-----END CMS-----\n"

#endif
