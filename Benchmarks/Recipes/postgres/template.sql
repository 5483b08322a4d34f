CREATE TABLE account (id integer PRIMARY KEY, owner text NOT NULL, balance integer NOT NULL DEFAULT 0);

CREATE INDEX account_owner ON account (owner);

INSERT INTO account SELECT number, 'owner ' || number, number % 100 FROM generate_series(1, 1000) AS number;

CREATE VIEW wealthy AS SELECT id, owner FROM account WHERE balance > 90;

