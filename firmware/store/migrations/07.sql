-- Names of accounts are kept as hashes only. Waits under plain names end with the upgrade.
DELETE FROM throttle WHERE key GLOB '[ap]:[^~]*';
