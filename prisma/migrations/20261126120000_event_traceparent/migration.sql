-- The trace of an event. Only adds: processes of the release before neither read nor write it.
ALTER TABLE "events" ADD COLUMN "traceparent" TEXT;
