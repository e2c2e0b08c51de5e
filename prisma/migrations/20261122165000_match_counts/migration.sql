-- CreateTable
CREATE TABLE "match_counts" (
    "week" DATE NOT NULL,
    "project_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "signal" TEXT NOT NULL,
    "relation" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "agrees" BIGINT NOT NULL DEFAULT 0,
    "differs" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "match_counts_pkey" PRIMARY KEY ("week","project_id","platform","signal","relation","bucket")
);

-- CreateTable
CREATE TABLE "match_quality" (
    "project_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "right_count" INTEGER NOT NULL DEFAULT 0,
    "wrong_count" INTEGER NOT NULL DEFAULT 0,
    "silent_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "match_quality_pkey" PRIMARY KEY ("project_id","platform","day")
);

-- CreateTable
CREATE TABLE "match_sightings" (
    "day" DATE NOT NULL,
    "value_hash" BYTEA NOT NULL,
    "address_hash" BYTEA NOT NULL,

    CONSTRAINT "match_sightings_pkey" PRIMARY KEY ("day","value_hash","address_hash")
);
