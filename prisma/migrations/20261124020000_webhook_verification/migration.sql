-- Whether the receiver of a webhook checks signatures. Only adds: processes of the release before run on it.
ALTER TABLE "webhooks"
    ADD COLUMN "verification_id" UUID,
    ADD COLUMN "verification_checked_at" TIMESTAMPTZ(6),
    ADD COLUMN "verification_status" INTEGER,
    ADD COLUMN "verified_at" TIMESTAMPTZ(6);
