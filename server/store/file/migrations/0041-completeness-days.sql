-- One point a day of the completeness of all products, for each enabled channel.
CREATE TABLE completeness_day (
  channel TEXT NOT NULL,
  day TEXT NOT NULL,
  products INTEGER NOT NULL,
  complete INTEGER NOT NULL,
  percent INTEGER NOT NULL,
  PRIMARY KEY (channel, day)
) WITHOUT ROWID;
