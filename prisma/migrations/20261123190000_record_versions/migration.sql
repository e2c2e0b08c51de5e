-- Counts the changes of a record, for If-Match.
ALTER TABLE "links" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "campaigns" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
