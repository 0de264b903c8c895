-- Devices that ask to open the door (`link`: 0 Wiegand, 1 Bluetooth), and paired Bluetooth devices.
CREATE TABLE authorized_device (
    link INTEGER NOT NULL CHECK (link IN (0, 1)),
    mac TEXT NOT NULL CHECK (length(mac) = 17),
    model TEXT NOT NULL,
    machine INTEGER NOT NULL CHECK (machine BETWEEN 0 AND 4294967295),
    route1 INTEGER NOT NULL CHECK (route1 BETWEEN 0 AND 255),
    route2 INTEGER NOT NULL CHECK (route2 BETWEEN 0 AND 255),
    authorized INTEGER NOT NULL CHECK (authorized IN (0, 1)),
    PRIMARY KEY (link, mac)
) STRICT, WITHOUT ROWID;

CREATE TABLE bluetooth_bond (
    mac TEXT PRIMARY KEY CHECK (length(mac) = 17),
    name TEXT NOT NULL,
    grp INTEGER NOT NULL CHECK (grp BETWEEN 0 AND 16)
) STRICT, WITHOUT ROWID;
