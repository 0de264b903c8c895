-- Finds the changes of a page of settings without a scan of the whole audit log.
CREATE INDEX audit_of_setting ON audit (object, id) WHERE object GLOB 'setting *';
