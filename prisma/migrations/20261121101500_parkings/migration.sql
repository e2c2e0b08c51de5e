-- CreateTable
CREATE TABLE "parkings" (
    "webhook_id" INTEGER NOT NULL,
    "project_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "parkings_pkey" PRIMARY KEY ("webhook_id")
);

-- AddForeignKey
ALTER TABLE "parkings" ADD CONSTRAINT "parkings_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
