-- Counts the changes of a webhook and of a project's settings, for If-Match, and names the host of new short URLs.
-- Only adds: processes of the release before run on it.
ALTER TABLE "webhooks" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "projects"
    ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN "default_link_host" TEXT;
