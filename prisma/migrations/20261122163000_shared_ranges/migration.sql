-- CreateTable
CREATE TABLE "shared_range_lists" (
    "name" TEXT NOT NULL,
    "ranges" BYTEA NOT NULL,
    "imported_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shared_range_lists_pkey" PRIMARY KEY ("name")
);
