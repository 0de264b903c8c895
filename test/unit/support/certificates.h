/* Certificates made once with openssl, for tests that read them. */
#ifndef POSTERN_TEST_CERTIFICATES_H
#define POSTERN_TEST_CERTIFICATES_H

/* P-384, valid for a hundred years, names of all kinds. */
#define P384_CERTIFICATE                                                 \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIICXzCCAeagAwIBAgIUMeY2lOBIWewjXwR8h/SB8VRaiXkwCgYIKoZIzj0EAwIw\n" \
    "XTELMAkGA1UEBhMCREUxDjAMBgNVBAcMBUvDtmxuMRgwFgYDVQQKDA/DhG10ZXIg\n" \
    "JiBTw7ZobmUxDTALBgNVBAsMBFTDvHIxFTATBgNVBAMMDHTDvHIuZXhhbXBsZTAg\n" \
    "Fw0yNjExMjExODU4MDlaGA8yMTI2MTAyODE4NTgwOVowXTELMAkGA1UEBhMCREUx\n" \
    "DjAMBgNVBAcMBUvDtmxuMRgwFgYDVQQKDA/DhG10ZXIgJiBTw7ZobmUxDTALBgNV\n" \
    "BAsMBFTDvHIxFTATBgNVBAMMDHTDvHIuZXhhbXBsZTB2MBAGByqGSM49AgEGBSuB\n" \
    "BAAiA2IABDb8/QNjyZMqN4OqJ8TmqjAZb6EjoG8p3e7Ay/Op8CS0jbk5E9Cueg//\n" \
    "lsfHbJ8FgpksgNj3/yq4YdStD16xXXcnV/2q+mskcc05YrCUrsVSprxF6h8COMP7\n" \
    "PsoNNgnoz6NlMGMwQgYDVR0RBDswOYILb25lLmV4YW1wbGWCC3R3by5leGFtcGxl\n" \
    "hwTAAAIHhxAgAQ24AAAAAAAAAAAAAAAHgQV4QHkuejAdBgNVHQ4EFgQUFiWAxxvt\n" \
    "yJHpDRzPRE1VfBORoAYwCgYIKoZIzj0EAwIDZwAwZAIwXtklyp4tzYgDhUR3xAm4\n" \
    "6RO9G57gszaH8yTKkaKL0g5HA5mPvNml08o8iXGzgRXnAjB8cKDJ/+GHgrEDp2nS\n" \
    "mmjy9EDcdLkNEQPZOqFAwE4YZ42RSteXaRjVu9Xp+SWKZzw=\n"                 \
    "-----END CERTIFICATE-----\n"
#define P384_KEY                                                         \
    "-----BEGIN PRIVATE KEY-----\n"                                      \
    "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBiLGko5hBtW7EOBQ7p\n" \
    "SU0qwsWx+hW/Hf4VSNdc77bbdOKh9cSaPxMx4sgoNo1A/yKhZANiAAQ2/P0DY8mT\n" \
    "KjeDqifE5qowGW+hI6BvKd3uwMvzqfAktI25ORPQrnoP/5bHx2yfBYKZLIDY9/8q\n" \
    "uGHUrQ9esV13J1f9qvprJHHNOWKwlK7FUqa8ReofAjjD+z7KDTYJ6M8=\n"         \
    "-----END PRIVATE KEY-----\n"

#define RSA_CERTIFICATE                                                  \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIIDDzCCAfegAwIBAgIULdJXCOhKBPZuZdAOUV4MMbSnRtQwDQYJKoZIhvcNAQEL\n" \
    "BQAwFjEUMBIGA1UEAwwLcnNhLmV4YW1wbGUwIBcNMjYxMTIxMTg1ODEzWhgPMjEy\n" \
    "NjEwMjgxODU4MTNaMBYxFDASBgNVBAMMC3JzYS5leGFtcGxlMIIBIjANBgkqhkiG\n" \
    "9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3wUSeYKTkXbD1KZp4NhJoYqTaF9EhdTpEqK9\n" \
    "YcSfzs9VAppm0qcb9Qqya/XRaBgrynUv20tKmws7CSI4pzeJl2W0E/ey4htQgBc9\n" \
    "tuIagOdaorZgu4BgxCE1AWX4uOg/hA1+qhlZ3rDsBla1LVu1exL/xmRSHTI7y578\n" \
    "hliQtgSLpza28zAMLuFcBym6S+BY0C1EBYB8M5xMEG2Kl2/8FhLug2MuG1zaG19m\n" \
    "TJUNkSSHPfaCC7wmWYxxkHQ5DRNPJoIibj77iHQlffXQ77mWSoiZvmD+VBBi/N8d\n" \
    "+t900CDMeHuJhIyfiX33C026VZMlkaZsA4/dxKL7sAaPkYmHYwIDAQABo1MwUTAd\n" \
    "BgNVHQ4EFgQUyjWcvQPmrWs+FsVlOfAUw6wIZ/EwHwYDVR0jBBgwFoAUyjWcvQPm\n" \
    "rWs+FsVlOfAUw6wIZ/EwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC\n" \
    "AQEAh6Gh0WY2w/VjyNoXSEoICwsxmVHC56xdp42ib2dz90Q1GjFm/0MEdtyWbrPD\n" \
    "ycrpa2LwgzdUFTOPlelCMWZysmH3g8XEtwdimCe1q2oBtjD6uqTlcusPQj/h3Mpz\n" \
    "eoi0vjqjwt/+BMpFhHlsyr5zAmWoZK6uaXW2jhiUr/HWR0DxOldy+L0AXHbP1moF\n" \
    "yZqiYI+LmptX7xSl5J6uGv4EBK3+z/KJXeKcnErzb+O4DSXEzqdVXD9IEUubYe7p\n" \
    "/dtIsbV0uLYPZgo+hWVUnpeYk7RpiUy0lJsnsWrdlIAlhTwq+skWQ8t5G/MBBfhp\n" \
    "+Hj+ytPHKyWVwtLcymO1w89Iow==\n"                                     \
    "-----END CERTIFICATE-----\n"
#define RSA_KEY                                                          \
    "-----BEGIN PRIVATE KEY-----\n"                                      \
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDfBRJ5gpORdsPU\n" \
    "pmng2EmhipNoX0SF1OkSor1hxJ/Oz1UCmmbSpxv1CrJr9dFoGCvKdS/bS0qbCzsJ\n" \
    "IjinN4mXZbQT97LiG1CAFz224hqA51qitmC7gGDEITUBZfi46D+EDX6qGVnesOwG\n" \
    "VrUtW7V7Ev/GZFIdMjvLnvyGWJC2BIunNrbzMAwu4VwHKbpL4FjQLUQFgHwznEwQ\n" \
    "bYqXb/wWEu6DYy4bXNobX2ZMlQ2RJIc99oILvCZZjHGQdDkNE08mgiJuPvuIdCV9\n" \
    "9dDvuZZKiJm+YP5UEGL83x3633TQIMx4e4mEjJ+JffcLTbpVkyWRpmwDj93Eovuw\n" \
    "Bo+RiYdjAgMBAAECggEAXmwEVWO+XLD+2nKWkzaffgBwxpjHJy5se5JhQhqAWowX\n" \
    "fuGmNPvBb27W+bR6s2rAZ5hT6bGn5ZrMpOJTQCDYZTwPEQEnQGm2HHU6kMqL1BWf\n" \
    "nxI+RERnM8KncW8d7hOOiLc58ISJMyqO02Q0kv6oCHKTzgg9Z9UT0fL/EVY/9n+N\n" \
    "wSOzskdRo5Uq5KxCHzOmsPDVK7Do503nC4KIwBl3JctJFsyAx0fgCl3tgglFqA40\n" \
    "pHyZxcVV+ccAbjW/mPEkACLuhQ5sGZXtAHY+NopjFTgsakFTI5rT2dbgnzKJOp1o\n" \
    "yNYQ8CcvIsUzyQ5QPmj+491kanBu8zL8T5xJAye92QKBgQD2Rol76f6LEsgCEsmC\n" \
    "NRl4sR5gvTxh6p4u/KXlw6uJSNVdVkbBYBaK/4i4j22YBB2tq3OVaXKarZFCANDG\n" \
    "wHdr9oLbXZriZqiSHHa5FWhxXVTGHWcZSN4pYHFKRPEgNhX5zQF/dQqayy/ua4+p\n" \
    "6tuWgpH9jSAvytphmxrnnbq5XQKBgQDn03S2WDTkIGG8Zl1L2OhsSjRRTNdr6FTP\n" \
    "JhasW/Qi8kVDSaRsU9xxwpyxaUfT3hbxdjsWKr37nM3kcHFlYEzUF0DJdZXs3VFl\n" \
    "ipjWW5uTXjsEbB8cEc/LpZMf1eX8bOIc92HZqGT9e5Y+ASlFI1c7+mH+ZwoAxnVu\n" \
    "l9ERz1t3vwKBgQDIJf9qM3tpb3QZK0eViK4QxnGX0XOXaGPyb+Yr22A3jHfLCWkr\n" \
    "k3n+sTpeNEKvPvkXwbWIAlDfoJvi9mK2hIkJtygWO/a6dRAe3v8l4F4nc+CHujGl\n" \
    "/PCA1B5+a5VDxnEJuTC0c1yQ/P0RWV1CjNq1cZxQYjd8X/InTTUKc8fjCQKBgA6I\n" \
    "BqzXYplaHkY89GQouIjxLc5azrYI3igN7yXmrarzHLxXBWN07kCDPmcwfjwdk7qW\n" \
    "+qUtELOQ5KcJFVKRcr9opbr7D+bFCLEguuvU2i+mnHRugpSz2R6exlYchkoIWTQP\n" \
    "naaTE6F/+a7xS7D1wiYUT8gulUXvKrU/9u7y3HzpAoGADuvoMZEk/wyJLVsUaY2K\n" \
    "xlxH1SevWLg5U8c5vVBYQ/Iqf4lnVSmddjoHKBWLkBEv9tT+fSZDu6GfIb1kI46m\n" \
    "3pcLxms/2P6jhWcmtAqxWsmW76TQkl1JqGqBbhqo15tiBmzgDkUQhrbgrA3Jup7L\n" \
    "8f2ghcfEBsfXsKqa6OLabRM=\n"                                         \
    "-----END PRIVATE KEY-----\n"

#endif
