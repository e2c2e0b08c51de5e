-- What owners call their webhooks.
ALTER TABLE "webhooks"
    ADD COLUMN "name" TEXT,
    ADD COLUMN "description" TEXT;
