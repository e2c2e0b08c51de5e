-- The campaign that the link had when it was tapped, so that a link may change campaigns and keep its history.
ALTER TABLE "clicks" ADD COLUMN "campaign_id" INTEGER;

-- AlterTable
ALTER TABLE "links" ADD COLUMN "ios_app_id" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN "apps" JSONB NOT NULL DEFAULT '{"android": [], "ios": []}',
ADD COLUMN "asset_links" TEXT,
ADD COLUMN "app_site_association" TEXT,
ADD COLUMN "icon" TEXT;

-- AlterTable
ALTER TABLE "domains" ADD COLUMN "checked_at" TIMESTAMPTZ(6),
ADD COLUMN "problem" TEXT;

-- CreateTable
CREATE TABLE "link_clicks" (
    "link_id" INTEGER NOT NULL,
    "quarter" TIMESTAMPTZ(6) NOT NULL,
    "project_id" UUID NOT NULL,
    "clicks" BIGINT NOT NULL DEFAULT 0,
    "uniques" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "link_clicks_pkey" PRIMARY KEY ("link_id","quarter")
);

-- CreateTable
CREATE TABLE "campaign_clicks" (
    "campaign_id" INTEGER NOT NULL,
    "quarter" TIMESTAMPTZ(6) NOT NULL,
    "project_id" UUID NOT NULL,
    "clicks" BIGINT NOT NULL DEFAULT 0,
    "uniques" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "campaign_clicks_pkey" PRIMARY KEY ("campaign_id","quarter")
);

-- CreateTable
CREATE TABLE "unique_visitors" (
    "link_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "visitor_hash" BYTEA NOT NULL,

    CONSTRAINT "unique_visitors_pkey" PRIMARY KEY ("link_id","day","visitor_hash")
);

-- CreateTable
CREATE TABLE "app_store_apps" (
    "bundle_id" TEXT NOT NULL,
    "app_id" TEXT,
    "looked_up_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_store_apps_pkey" PRIMARY KEY ("bundle_id")
);

-- CreateIndex
CREATE INDEX "unique_visitors_day_idx" ON "unique_visitors"("day");

-- CreateIndex
CREATE INDEX "links_project_id_id_idx" ON "links"("project_id", "id" DESC);

-- CreateIndex
CREATE INDEX "attributions_campaign_id_attributed_at_idx" ON "attributions"("campaign_id", "attributed_at");
