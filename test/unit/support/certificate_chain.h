/* Chains made once with openssl, valid for a hundred years, for tests that check them. */
#ifndef POSTERN_TEST_CERTIFICATE_CHAIN_H
#define POSTERN_TEST_CERTIFICATE_CHAIN_H

/* P-384, self-signed. */
#define CHAIN_ROOT                                                       \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIIBvzCCAUWgAwIBAgIUAVUgE2rdjt7c1O7Ok1f9TeDb0NUwCgYIKoZIzj0EAwMw\n" \
    "HjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjIxMzEwMjJa\n" \
    "GA8yMTI2MTAyOTEzMTAyMlowHjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9v\n" \
    "dDB2MBAGByqGSM49AgEGBSuBBAAiA2IABA0x1ws+A7E0LQ0CtoDzl2zAV1WMPeHb\n" \
    "i0ZdXHissHAEwkMEZWGm5f3ydz1BaOdxbGDA1gZde8iwP/FErnwUUHSugWRHMSOo\n" \
    "AxTJYzYzEuoA3JNwsdykPek7TEmoCM0cwKNCMEAwDwYDVR0TAQH/BAUwAwEB/zAO\n" \
    "BgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFKDICAcLxgVMuCU9svv28q/8Hu0yMAoG\n" \
    "CCqGSM49BAMDA2gAMGUCMCTXekkYpa6egzUTdMAyqes6KuY8bJYHfY/a2kXx8GJc\n" \
    "HMkSTxG2o+dUotk2opSujwIxAMeythznnx4bF5SZ1Q3rSg64z89L0yXdKLCJ3fPP\n" \
    "sBXZHx0p6g2NzE7aCBD30Hupuw==\n"                                     \
    "-----END CERTIFICATE-----\n"

/* RSA 2048, may sign but not authorities; ECDSA with SHA-384 by the root. */
#define CHAIN_MIDDLE                                                     \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIIClDCCAhmgAwIBAgIUHpa8qoAJW8Kwp6GzaF3FXCEFDvkwCgYIKoZIzj0EAwMw\n" \
    "HjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjIxMzEwMjNa\n" \
    "GA8yMTI2MTAyOTEzMTAyM1owIDENMAsGA1UECgwEVGVzdDEPMA0GA1UEAwwGTWlk\n" \
    "ZGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArvXuvfL8ULNRHW72\n" \
    "vjl3hj5IwAIDzkL2rhObUfprxA2PGyyKJ+0SoxQpeFkkawpyV3hPec/clOH4WysI\n" \
    "NlN5DLEUFtqwKYaOUoAK4eW6qrmN+Vk1Vml/5xYQTPqpE/qtXIozo7/xMsbv8V4g\n" \
    "7iGMdGhhRMxKFnZSR8KmNo872QakBPJxtDVK1N/XSy5LHORxgB8PzAI6yUU6q9/t\n" \
    "DFzJR4JEFBhHjwnvi7VkWtuUX9Bmnq+znf06MrHBo1pGpCGR7X0gCByfVLcLwSMQ\n" \
    "Qbq1FytDHr6JH/xFaBBjzpcnWPJmnGHEJIvPbzFNpKPAE9IlzTWAyUn+I6PCdIsp\n" \
    "B5wI+wIDAQABo2YwZDASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIB\n" \
    "BjAdBgNVHQ4EFgQUFfcKL8E5ZoVMV8CKEhAt1/07bR4wHwYDVR0jBBgwFoAUoMgI\n" \
    "BwvGBUy4JT2y+/byr/we7TIwCgYIKoZIzj0EAwMDaQAwZgIxAIqxBIR546ICJDkE\n" \
    "hq8nOM+HT1mPIuzvFtmwdj8nSaWfvP5XXZ37E0wjBbz8WQTzWQIxAIAc/ednBTox\n" \
    "UFKvJrUQbZAi31fAxCxbyC1LYnMdr25g+DQvsUWIW3p5tJoPSlqx7A==\n"         \
    "-----END CERTIFICATE-----\n"

/* P-256, for leaf.example; RSA with SHA-256 by the middle. */
#define CHAIN_LEAF                                                       \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIICjDCCAXSgAwIBAgIUL7rZZ6birrVizwkhp1zkieij00AwDQYJKoZIhvcNAQEL\n" \
    "BQAwIDENMAsGA1UECgwEVGVzdDEPMA0GA1UEAwwGTWlkZGxlMCAXDTI2MTEyMjEz\n" \
    "MTAyM1oYDzIxMjYxMDI5MTMxMDIzWjAXMRUwEwYDVQQDDAxsZWFmLmV4YW1wbGUw\n" \
    "WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQZm8iJlDBIusQZKPzmFU/vLsmj+EF2\n" \
    "RJOBexojNM3sMcURuv57YWgB2QRmu0kAM2PsgHlgw7Gj+Gp8VjGhwndzo4GPMIGM\n" \
    "MAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUF\n" \
    "BwMBMBcGA1UdEQQQMA6CDGxlYWYuZXhhbXBsZTAdBgNVHQ4EFgQU7wT9VonRh+wb\n" \
    "qE+4/VAGHMOZkPowHwYDVR0jBBgwFoAUFfcKL8E5ZoVMV8CKEhAt1/07bR4wDQYJ\n" \
    "KoZIhvcNAQELBQADggEBAHd6rJwcpfvk5hd2w/dMmGqHsg1gELwwcVdNBcBC/B4z\n" \
    "Ij07D6Z/tGn3rdcb9VJ8CP9J1vWgeTsIMCIYZ43r7DNLgOwid96X8v08dnjMj5x+\n" \
    "jVlZ559G5C95SVNbqEX3rXzXNj5t7zl9iGliPmiWG1SiugdbeByCSWIWJzHyqnSr\n" \
    "O+IlT/hIu9JD0pRwb7JIz/8GjZolJRIzW7214TD89C7QDxVBFDvLqPoq+0Zh75xK\n" \
    "tF16AoncpyqaAHSJD2kq09DO4F4MzAMnA8Ra1bBYFVdwiC37XYU+bnpGJ8Bs/1Q1\n" \
    "gGsPY7friu7Ug0ayXcr+U5FaMEl595UyhLt4IuEVj9U=\n"                     \
    "-----END CERTIFICATE-----\n"

#define CHAIN_LEAF_KEY                                                   \
    "-----BEGIN PRIVATE KEY-----\n"                                      \
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQrUXfcA9r5A2Up7W\n" \
    "MDzNrRb79FCABOCIRvhvJ++zzLmhRANCAAQZm8iJlDBIusQZKPzmFU/vLsmj+EF2\n" \
    "RJOBexojNM3sMcURuv57YWgB2QRmu0kAM2PsgHlgw7Gj+Gp8VjGhwndz\n"         \
    "-----END PRIVATE KEY-----\n"

/* The same key; ECDSA with SHA-512 by the root. */
#define CHAIN_LEAF_OF_ROOT                                               \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIIB6jCCAW+gAwIBAgIUGPLgVYiClh44L5ZuyJ6C7Anva8wwCgYIKoZIzj0EAwQw\n" \
    "HjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjIxMzEwMjNa\n" \
    "GA8yMTI2MTAyOTEzMTAyM1owFzEVMBMGA1UEAwwMbGVhZi5leGFtcGxlMFkwEwYH\n" \
    "KoZIzj0CAQYIKoZIzj0DAQcDQgAEGZvIiZQwSLrEGSj85hVP7y7Jo/hBdkSTgXsa\n" \
    "IzTN7DHFEbr+e2FoAdkEZrtJADNj7IB5YMOxo/hqfFYxocJ3c6OBjzCBjDAMBgNV\n" \
    "HRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDATAX\n" \
    "BgNVHREEEDAOggxsZWFmLmV4YW1wbGUwHQYDVR0OBBYEFO8E/VaJ0YfsG6hPuP1Q\n" \
    "BhzDmZD6MB8GA1UdIwQYMBaAFKDICAcLxgVMuCU9svv28q/8Hu0yMAoGCCqGSM49\n" \
    "BAMEA2kAMGYCMQCp7qrm+eT3w/Ku8mR0JgYbitTrpxQzfcq23XyiZbDv5iaB3G7j\n" \
    "40ebgJrjWQGBYOECMQDhufvNMGXDF8hLIOtTjPzCM2288PAs+4jCsF5MnSoOQs2S\n" \
    "BaPLNOyURfhWRPhAq04=\n"                                             \
    "-----END CERTIFICATE-----\n"

/* The same key; RSA with SHA-1 by the middle. */
#define CHAIN_LEAF_SHA1                                                  \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIICjDCCAXSgAwIBAgIUY8pcCwX3p+CWW0DIThTxpRGvy9kwDQYJKoZIhvcNAQEF\n" \
    "BQAwIDENMAsGA1UECgwEVGVzdDEPMA0GA1UEAwwGTWlkZGxlMCAXDTI2MTEyMjEz\n" \
    "MTAyNFoYDzIxMjYxMDI5MTMxMDI0WjAXMRUwEwYDVQQDDAxzaGExLmV4YW1wbGUw\n" \
    "WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQZm8iJlDBIusQZKPzmFU/vLsmj+EF2\n" \
    "RJOBexojNM3sMcURuv57YWgB2QRmu0kAM2PsgHlgw7Gj+Gp8VjGhwndzo4GPMIGM\n" \
    "MAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUF\n" \
    "BwMBMBcGA1UdEQQQMA6CDGxlYWYuZXhhbXBsZTAdBgNVHQ4EFgQU7wT9VonRh+wb\n" \
    "qE+4/VAGHMOZkPowHwYDVR0jBBgwFoAUFfcKL8E5ZoVMV8CKEhAt1/07bR4wDQYJ\n" \
    "KoZIhvcNAQEFBQADggEBADZ9rMw1gji7caxz0vMOJmLYtZ3a1bhzbhdUn37itNEF\n" \
    "H0Xd58mZlwFxVPIOGR5ZugcelLsJST0jX0WZL3jVNir7rweDWKc/lwQe5qgK4AF8\n" \
    "e/ZIUvJGpb4GQpnl7qrgq8GzanP9VIHRwqLbs77a+aaMWGCh+Zlw+6F3h/X5hHP0\n" \
    "ZZ1GibE0+s6Odn0zBG/576p5iznDYH1sTxa4X8BH5wylktXi0A25wb8A2Qz4ukNG\n" \
    "i8Vx01tMrPlL5eQ/k9diBoc6+rWXj2L/cuPbDXZFmmrtxWRDXfrSPPSuuzia8sQ1\n" \
    "J2LeY3NRrsIS/1WYqBRFGQKZKSyDIYC/tYy7hXCliuM=\n"                     \
    "-----END CERTIFICATE-----\n"

/* P-256, may sign; by the middle, which may not sign authorities. */
#define CHAIN_LOW                                                        \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIICZTCCAU2gAwIBAgIULslSpIGmx6WepSiHUyAc4hDgrp0wDQYJKoZIhvcNAQEL\n" \
    "BQAwIDENMAsGA1UECgwEVGVzdDEPMA0GA1UEAwwGTWlkZGxlMCAXDTI2MTEyMjEz\n" \
    "MTAyM1oYDzIxMjYxMDI5MTMxMDIzWjAdMQ0wCwYDVQQKDARUZXN0MQwwCgYDVQQD\n" \
    "DANMb3cwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ87lqqydSEf8exSzysfxTw\n" \
    "JbFMHfAiMU4AvzlP1kHPpamf3UP+qw6j7p5veW+Ypnb5U4NAcQPdI7O/0hHHwuOi\n" \
    "o2MwYTAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQU\n" \
    "cp1RWeltPVd92mgJ520uYhVHOo4wHwYDVR0jBBgwFoAUFfcKL8E5ZoVMV8CKEhAt\n" \
    "1/07bR4wDQYJKoZIhvcNAQELBQADggEBAGRCIt7unImwTEjtStWNQud5SHl2alkd\n" \
    "nR5MTN9/Iwtvy8PNd2LFao8mp0uE1gpkjXSbQkT/zDdPMOhMnP0fMAqpvQg+5F+U\n" \
    "aeKHBdd7wNa0JE+3xbHC2lnZM760kF3BOrSI32QDqRDCgS8cIbfNdKYPAZJUXn8a\n" \
    "/Z5OqSlZmZeoGqSmjGcElAQOMGJ4iEwJtWWqeKXea16w5AzacvlTbCPFPKiq29eh\n" \
    "EoSU9BPy7TmQCzZkbLsLEgNR3xDmx0aoL1K+dF5PpptPl6WiPiFBTp5vstel3Oxf\n" \
    "am4eSYxsIMZ9KWtmCDBXGYpZiXwdczqlUI9twY1R+8uvOk703PPv9Ls=\n"         \
    "-----END CERTIFICATE-----\n"

/* By that. */
#define CHAIN_LEAF_OF_LOW                                                \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIIBxzCCAW6gAwIBAgIUWENuWSOJQ+/vchILn4O7Jm2oaEcwCgYIKoZIzj0EAwIw\n" \
    "HTENMAsGA1UECgwEVGVzdDEMMAoGA1UEAwwDTG93MCAXDTI2MTEyMjEzMTAyM1oY\n" \
    "DzIxMjYxMDI5MTMxMDIzWjAXMRUwEwYDVQQDDAxkZWVwLmV4YW1wbGUwWTATBgcq\n" \
    "hkjOPQIBBggqhkjOPQMBBwNCAAQNyHjrVCjSNRhgRJqOMzfY1VRz1qHIl7341xeA\n" \
    "+6rW75M918piQfPG9jzbl+hNqpOqTCPmqRXF9Ym+QOcG5DO/o4GPMIGMMAwGA1Ud\n" \
    "EwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMBcG\n" \
    "A1UdEQQQMA6CDGxlYWYuZXhhbXBsZTAdBgNVHQ4EFgQU2OEzw0xQm1mhD94OMn7m\n" \
    "HRL0BfwwHwYDVR0jBBgwFoAUcp1RWeltPVd92mgJ520uYhVHOo4wCgYIKoZIzj0E\n" \
    "AwIDRwAwRAIgKxLAiMsemiCfVFeTN5ZzZcDBQQwBYJcMJYnFfst7jdACIHPfjtn4\n" \
    "MKCR4qtK2Hr/RNenjc/myjX6X9sq/+67jRYS\n"                             \
    "-----END CERTIFICATE-----\n"

/* Name and key of the middle, but not an authority. */
#define CHAIN_MIDDLE_NO_AUTHORITY                                        \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIICvTCCAkOgAwIBAgIUAspLikFCxOztm2kGWHLIgWLneqUwCgYIKoZIzj0EAwIw\n" \
    "HjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjIxMzEwMjNa\n" \
    "GA8yMTI2MTAyOTEzMTAyM1owIDENMAsGA1UECgwEVGVzdDEPMA0GA1UEAwwGTWlk\n" \
    "ZGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArvXuvfL8ULNRHW72\n" \
    "vjl3hj5IwAIDzkL2rhObUfprxA2PGyyKJ+0SoxQpeFkkawpyV3hPec/clOH4WysI\n" \
    "NlN5DLEUFtqwKYaOUoAK4eW6qrmN+Vk1Vml/5xYQTPqpE/qtXIozo7/xMsbv8V4g\n" \
    "7iGMdGhhRMxKFnZSR8KmNo872QakBPJxtDVK1N/XSy5LHORxgB8PzAI6yUU6q9/t\n" \
    "DFzJR4JEFBhHjwnvi7VkWtuUX9Bmnq+znf06MrHBo1pGpCGR7X0gCByfVLcLwSMQ\n" \
    "Qbq1FytDHr6JH/xFaBBjzpcnWPJmnGHEJIvPbzFNpKPAE9IlzTWAyUn+I6PCdIsp\n" \
    "B5wI+wIDAQABo4GPMIGMMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMG\n" \
    "A1UdJQQMMAoGCCsGAQUFBwMBMBcGA1UdEQQQMA6CDGxlYWYuZXhhbXBsZTAdBgNV\n" \
    "HQ4EFgQUFfcKL8E5ZoVMV8CKEhAt1/07bR4wHwYDVR0jBBgwFoAUoMgIBwvGBUy4\n" \
    "JT2y+/byr/we7TIwCgYIKoZIzj0EAwIDaAAwZQIxAIGgOq04EQieAB72P7Zrg0yY\n" \
    "ul8aHAfQVZl6rz0QEjqS8rD8OGTHg0HVm7uzWwv72wIwaqoizc9jvlPNDupArFT1\n" \
    "ZfnBnw2TL6pqxyM7Y5P3Zhde3YabudzAanJfAsNkWeND\n"                     \
    "-----END CERTIFICATE-----\n"

/* Name and key of the middle, an authority whose key is not for certificates. */
#define CHAIN_MIDDLE_NO_USAGE                                            \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIICjzCCAhWgAwIBAgITaCnPI6khyaL9lPs5P2/633SrWzAKBggqhkjOPQQDAjAe\n" \
    "MQ0wCwYDVQQKDARUZXN0MQ0wCwYDVQQDDARSb290MCAXDTI2MTEyMjEzMTAyM1oY\n" \
    "DzIxMjYxMDI5MTMxMDIzWjAgMQ0wCwYDVQQKDARUZXN0MQ8wDQYDVQQDDAZNaWRk\n" \
    "bGUwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCu9e698vxQs1Edbva+\n" \
    "OXeGPkjAAgPOQvauE5tR+mvEDY8bLIon7RKjFCl4WSRrCnJXeE95z9yU4fhbKwg2\n" \
    "U3kMsRQW2rApho5SgArh5bqquY35WTVWaX/nFhBM+qkT+q1cijOjv/Eyxu/xXiDu\n" \
    "IYx0aGFEzEoWdlJHwqY2jzvZBqQE8nG0NUrU39dLLksc5HGAHw/MAjrJRTqr3+0M\n" \
    "XMlHgkQUGEePCe+LtWRa25Rf0Gaer7Od/ToyscGjWkakIZHtfSAIHJ9UtwvBIxBB\n" \
    "urUXK0Mevokf/EVoEGPOlydY8macYcQki89vMU2ko8AT0iXNNYDJSf4jo8J0iykH\n" \
    "nAj7AgMBAAGjYzBhMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgeAMB0G\n" \
    "A1UdDgQWBBQV9wovwTlmhUxXwIoSEC3X/TttHjAfBgNVHSMEGDAWgBSgyAgHC8YF\n" \
    "TLglPbL79vKv/B7tMjAKBggqhkjOPQQDAgNoADBlAjEA25YmML/tJsL9l5shlwiy\n" \
    "7fjtj0QzVmEURAM/6tuJEWwahBLsouaaYjRZcblQqg59AjBxHez/tj6U4dOCdXLx\n" \
    "if9o/UUinLAH3gsGCs7YWhwvrHCzwvajdH0Q2zC5BflIsQg=\n"                 \
    "-----END CERTIFICATE-----\n"

/* Name of the middle, another key. */
#define CHAIN_MIDDLE_OTHER_KEY                                           \
    "-----BEGIN CERTIFICATE-----\n"                                      \
    "MIICkzCCAhmgAwIBAgIUUec5qIgTJk5Zm2n77DaJ2/QDtIcwCgYIKoZIzj0EAwIw\n" \
    "HjENMAsGA1UECgwEVGVzdDENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjIxMzEwMjRa\n" \
    "GA8yMTI2MTAyOTEzMTAyNFowIDENMAsGA1UECgwEVGVzdDEPMA0GA1UEAwwGTWlk\n" \
    "ZGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqIwsN52BtJ+M2bjH\n" \
    "xcfkG+xC1lcFBkjflSk4SG0CmLA+AbB0DBqrPIYWOGjuEW77ChCUb+JS+ylbsBMK\n" \
    "Xf7zdoHASmU3/41mOLgNzFwlEoimQycYFqqRQITrX4fvdNVlTaq2ZB4F6083Fi++\n" \
    "jQqSjpdHHIsVX3zVhaq03edl0TZ0aKJJeWYQ90+gsOVyzWNejfFqVbdRKVH70rDk\n" \
    "dtopDPA5zFR3BOiQOd9hOR/s1aWtPBG1kclCz+9Wb1WTXQ9kJ8v8xlwqtdR63Vfo\n" \
    "gR0BPb0E0T7gapikchYGAqE57R1C79JrEp/Im78u+VuJ2YTt9npvR+xLe5ZFZwxQ\n" \
    "J5Z5HwIDAQABo2YwZDASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIB\n" \
    "BjAdBgNVHQ4EFgQU4NlG4N35EOIoNWveNzrX2a0e+bMwHwYDVR0jBBgwFoAUoMgI\n" \
    "BwvGBUy4JT2y+/byr/we7TIwCgYIKoZIzj0EAwIDaAAwZQIwHy6O2XAhHS9mKrLc\n" \
    "/tA1p2LL8FSFQaeivSsLr9e7OhGJU5OiU6Vu9lmp7LSCdzeJAjEA7uq7YRdHkw6D\n" \
    "TRwdcfitOVOE3lYiQeDFIUDVcZN2kXLbMHEC6Q84WvNJnmvAq9oV\n"             \
    "-----END CERTIFICATE-----\n"

#endif
