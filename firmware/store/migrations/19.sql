-- Finds skin temperatures without a scan of the log; most records have none.
CREATE INDEX record_temperature ON record (time) WHERE temperature > 0;
