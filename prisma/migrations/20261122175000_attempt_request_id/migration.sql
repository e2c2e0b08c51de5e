-- Id of the API request that asked for the attempt; null if unknown.
ALTER TABLE "delivery_attempts" ADD COLUMN "request_id" TEXT;
