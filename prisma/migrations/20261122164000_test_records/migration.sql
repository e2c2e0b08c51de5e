-- Test records, and no others: they are deleted long before their partitions.
CREATE INDEX "deliveries_test_idx" ON "deliveries"("event_id") WHERE "is_test";
CREATE INDEX "events_test_idx" ON "events"("id") WHERE "is_test";
