-- The order of links by clicks reads an index with the magnitude of their counts. With the counts themselves, each click
-- would change the index. A trigger sets the magnitude, so that processes of the release before set it too.

-- allow prefer-bigint-over-smallint: it is at most 64
ALTER TABLE "links" ADD COLUMN "click_magnitude" SMALLINT NOT NULL DEFAULT 0;

-- The number of binary digits of a count; 0 for 0.
CREATE FUNCTION "click_magnitude"(clicks bigint) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE WHEN clicks = 0 THEN 0 ELSE 65 - position(B'1' IN clicks::bit(64)) END)::smallint
$$;

CREATE FUNCTION "set_click_magnitude"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.click_magnitude := click_magnitude(NEW.clicked_count);
  RETURN NEW;
END
$$;

CREATE TRIGGER "links_click_magnitude" BEFORE INSERT OR UPDATE ON "links" FOR EACH ROW
  WHEN (NEW.click_magnitude <> click_magnitude(NEW.clicked_count)) EXECUTE FUNCTION "set_click_magnitude"();
