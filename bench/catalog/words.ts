export const materials = [
  'Oak',
  'Beech',
  'Walnut',
  'Steel',
  'Aluminium',
  'Glass',
  'Wool',
  'Cotton',
  'Linen',
  'Leather',
  'Ceramic',
  'Cork',
] as const

export const colours = [
  'Black',
  'White',
  'Grey',
  'Red',
  'Blue',
  'Green',
  'Yellow',
  'Orange',
  'Brown',
  'Beige',
  'Pink',
  'Violet',
] as const

export const stages = ['Draft', 'Review', 'Approved', 'Published', 'Retired'] as const

export const tags = [
  'New',
  'Sale',
  'Outdoor',
  'Handmade',
  'Recycled',
  'Limited',
  'Gift',
  'Bestseller',
] as const

export const things = [
  'Chair',
  'Table',
  'Lamp',
  'Shelf',
  'Sofa',
  'Stool',
  'Bench',
  'Desk',
  'Cabinet',
  'Mirror',
  'Carpet',
  'Cushion',
  'Vase',
  'Bowl',
  'Clock',
  'Basket',
  'Frame',
  'Curtain',
  'Blanket',
  'Candle holder',
] as const

export const qualities = [
  'Compact',
  'Foldable',
  'Round',
  'Slim',
  'Stackable',
  'Classic',
  'Modern',
  'Rustic',
  'Padded',
  'Woven',
  'Lacquered',
  'Oiled',
  'Extendable',
  'Hanging',
  'Standing',
  'Säntis',
  'Größe M',
  'Café',
] as const

const syllables = ['ka', 'lo', 'mi', 'ren', 'sta', 'vi', 'nor', 'del', 'bru', 'tan', 'so', 'fel'] as const

/** 1,000 made-up brand names, all different. */
export const brands: readonly string[] = Array.from({ length: 1000 }, (_, index) => {
  const parts = [index % 12, Math.floor(index / 12) % 12, Math.floor(index / 144)]
  const name = parts.map((part) => syllables[part] ?? '').join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
})

export const sentences = [
  'Made in a small workshop that has been run by the same family for three generations.',
  'The surface is treated with natural oil and can be wiped with a damp cloth.',
  'Delivered in one parcel; all tools needed for assembly are included.',
  'Tested for daily use in offices, schools and restaurants.',
  'Replacement parts can be ordered for at least ten years.',
  'Each piece differs slightly in grain and colour, which is a mark of real material.',
  'Suitable for indoor use; keep away from direct sunlight.',
  'Felt pads under the feet protect parquet and tiles.',
  'The cover can be taken off and washed at 30 °C.',
  'Matches the other pieces of the same series.',
  'Packaging is free of plastic and fully recyclable.',
  'Designed together with carpenters and tried in more than 200 homes.',
] as const
