-- What the owner said of a channel beside its fields, as JSON: fixed values, categories, where pictures lie, a currency.
ALTER TABLE channel ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

-- The names by which a shop knows products, kept from the first file in which they stood; `product` is a UUID, and a product
-- that comes back from the trash has its name still.
CREATE TABLE channel_name (
  channel TEXT NOT NULL,
  product TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (channel, product)
) WITHOUT ROWID;

-- The columns of Shopify's template of 2025 go by other names than those before.
UPDATE channel_field SET target = renamed.after FROM (
  SELECT 'Handle' AS before, 'URL handle' AS after
  UNION ALL SELECT 'Body (HTML)', 'Description'
  UNION ALL SELECT 'Product Category', 'Product category'
  UNION ALL SELECT 'Published', 'Published on online store'
  UNION ALL SELECT 'Option1 Name', 'Option1 name'
  UNION ALL SELECT 'Option1 Value', 'Option1 value'
  UNION ALL SELECT 'Option2 Name', 'Option2 name'
  UNION ALL SELECT 'Option2 Value', 'Option2 value'
  UNION ALL SELECT 'Option3 Name', 'Option3 name'
  UNION ALL SELECT 'Option3 Value', 'Option3 value'
  UNION ALL SELECT 'Variant SKU', 'SKU'
  UNION ALL SELECT 'Variant Grams', 'Weight value (grams)'
  UNION ALL SELECT 'Variant Inventory Tracker', 'Inventory tracker'
  UNION ALL SELECT 'Variant Inventory Qty', 'Inventory quantity'
  UNION ALL SELECT 'Variant Inventory Policy', 'Continue selling when out of stock'
  UNION ALL SELECT 'Variant Fulfillment Service', 'Fulfillment service'
  UNION ALL SELECT 'Variant Price', 'Price'
  UNION ALL SELECT 'Variant Compare At Price', 'Compare-at price'
  UNION ALL SELECT 'Variant Requires Shipping', 'Requires shipping'
  UNION ALL SELECT 'Variant Taxable', 'Charge tax'
  UNION ALL SELECT 'Unit Price Total Measure', 'Unit price total measure'
  UNION ALL SELECT 'Unit Price Total Measure Unit', 'Unit price total measure unit'
  UNION ALL SELECT 'Unit Price Base Measure', 'Unit price base measure'
  UNION ALL SELECT 'Unit Price Base Measure Unit', 'Unit price base measure unit'
  UNION ALL SELECT 'Variant Barcode', 'Barcode'
  UNION ALL SELECT 'Image Src', 'Product image URL'
  UNION ALL SELECT 'Image Position', 'Image position'
  UNION ALL SELECT 'Image Alt Text', 'Image alt text'
  UNION ALL SELECT 'Gift Card', 'Gift card'
  UNION ALL SELECT 'SEO Title', 'SEO title'
  UNION ALL SELECT 'SEO Description', 'SEO description'
  UNION ALL SELECT 'Google Shopping / Google Product Category', 'Google Shopping / Google product category'
  UNION ALL SELECT 'Google Shopping / Age Group', 'Google Shopping / Age group'
  UNION ALL SELECT 'Google Shopping / MPN', 'Google Shopping / Manufacturer part number (MPN)'
  UNION ALL SELECT 'Google Shopping / AdWords Grouping', 'Google Shopping / Ad group name'
  UNION ALL SELECT 'Google Shopping / AdWords Labels', 'Google Shopping / Ads labels'
  UNION ALL SELECT 'Google Shopping / Custom Product', 'Google Shopping / Custom product'
  UNION ALL SELECT 'Google Shopping / Custom Label 0', 'Google Shopping / Custom label 0'
  UNION ALL SELECT 'Google Shopping / Custom Label 1', 'Google Shopping / Custom label 1'
  UNION ALL SELECT 'Google Shopping / Custom Label 2', 'Google Shopping / Custom label 2'
  UNION ALL SELECT 'Google Shopping / Custom Label 3', 'Google Shopping / Custom label 3'
  UNION ALL SELECT 'Google Shopping / Custom Label 4', 'Google Shopping / Custom label 4'
  UNION ALL SELECT 'Variant Image', 'Variant image URL'
  UNION ALL SELECT 'Variant Weight Unit', 'Weight unit for display'
  UNION ALL SELECT 'Variant Tax Code', 'Tax code'
) AS renamed
WHERE channel_field.channel = 'shopify' AND channel_field.target = renamed.before;
