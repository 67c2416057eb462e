import type { DrawingName } from './pictures.ts'

export const colors = {
  Terracotta: '#c8553d',
  Petrol: '#3d6b78',
  Ochre: '#d9a441',
  Sage: '#6b8a66',
  Graphite: '#4c4a57',
} as const
export type ColorName = keyof typeof colors

export const materials = {
  Oak: '#c99b68',
  Walnut: '#7a5238',
  Beech: '#dfbd8e',
  Steel: '#8f979e',
  Wool: '#b9a89a',
  Linen: '#d9cdb8',
  Stoneware: '#a99985',
  Glass: '#a9c6c9',
} as const
export type MaterialName = keyof typeof materials

export const tags = [
  'New',
  'Bestseller',
  'Sustainable',
  'Handmade',
  'Outdoor',
  'Last pieces',
  'Gift idea',
] as const
export const statuses = ['Draft', 'In review', 'Approved', 'Published'] as const

export interface SampleVendor {
  readonly name: string
  readonly country: string
  readonly leadTime: number
}

const vendor = (name: string, country: string, leadTime: number): SampleVendor => ({
  name,
  country,
  leadTime,
})

export const vendors: readonly SampleVendor[] = [
  vendor('Nordvik Møbler', 'Norway', 28),
  vendor('Atelier Beaumont', 'France', 21),
  vendor('Officina Lume', 'Italy', 18),
  vendor('Keramik Kontor', 'Germany', 10),
  vendor('Casa Ferreira', 'Portugal', 14),
  vendor('Havsjö Snickeri', 'Sweden', 35),
  vendor('Van der Linden Textiel', 'Netherlands', 12),
  vendor('Alpenholz', 'Austria', 24),
  vendor('Fine & Fettle', 'United Kingdom', 16),
  vendor('Taller Monte', 'Spain', 20),
  vendor('Kobo Studio', 'Japan', 45),
  vendor('Zielona Doniczka', 'Poland', 9),
]

export const countries = [...new Set(vendors.map(({ country }) => country))]

export const categories: Readonly<Record<string, readonly string[]>> = {
  Seating: ['Chairs', 'Armchairs', 'Sofas', 'Outdoor seating'],
  Tables: ['Dining tables', 'Side tables', 'Desks'],
  Lighting: ['Floor lamps', 'Pendant lamps'],
  Tableware: ['Mugs', 'Bowls'],
  Decoration: ['Vases', 'Clocks', 'Planters'],
  Storage: ['Shelves'],
}

export interface SampleLine {
  readonly name: string
  readonly drawing: DrawingName
  readonly category: string
  readonly vendor: number
  readonly price: number
  readonly materials: readonly MaterialName[]
  readonly size: readonly [number, number, number]
  readonly weight: number
  readonly story: string
}

interface LineFamily {
  readonly drawing: DrawingName
  readonly category: string
  readonly noun: string
  readonly materials: readonly MaterialName[]
  readonly size: readonly [number, number, number]
  readonly weight: number
  readonly story: string
  readonly lines: readonly (readonly [string, number, number])[]
}

const families: readonly LineFamily[] = [
  {
    drawing: 'chair',
    category: 'Chairs',
    noun: 'chair',
    materials: ['Oak', 'Beech'],
    size: [48, 52, 82],
    weight: 5.4,
    story: 'A dining chair with a curved back that holds you upright without being stern.',
    lines: [
      ['Freja', 0, 189],
      ['Marcel', 1, 229],
      ['Linde', 7, 159],
      ['Ålesund', 5, 249],
    ],
  },
  {
    drawing: 'armchair',
    category: 'Armchairs',
    noun: 'armchair',
    materials: ['Wool', 'Linen'],
    size: [78, 84, 98],
    weight: 19.5,
    story: 'Deep, quiet and made for long evenings; the cover comes off and can be washed.',
    lines: [
      ['Sonder', 0, 749],
      ['Colette', 1, 899],
      ['Fettle', 8, 679],
    ],
  },
  {
    drawing: 'sofa',
    category: 'Sofas',
    noun: 'sofa',
    materials: ['Wool', 'Linen'],
    size: [196, 92, 84],
    weight: 54,
    story:
      'Two generous seats on a frame of solid wood that is delivered in two parts and fits any staircase.',
    lines: [
      ['Havn', 0, 1690],
      ['Rive', 1, 1890],
      ['Duna', 9, 1490],
    ],
  },
  {
    drawing: 'dining-table',
    category: 'Dining tables',
    noun: 'dining table',
    materials: ['Oak', 'Walnut'],
    size: [180, 90, 75],
    weight: 38,
    story:
      'A table for six, eight when friends come; the top is oiled and can be sanded as often as life requires.',
    lines: [
      ['Tavola', 2, 1190],
      ['Bord', 5, 1290],
      ['Lärche', 7, 990],
    ],
  },
  {
    drawing: 'side-table',
    category: 'Side tables',
    noun: 'side table',
    materials: ['Beech', 'Steel'],
    size: [45, 45, 52],
    weight: 4.1,
    story: 'Three legs never wobble. Light enough to follow you from sofa to balcony.',
    lines: [
      ['Trio', 0, 149],
      ['Ronde', 1, 179],
      ['Kobo', 10, 219],
    ],
  },
  {
    drawing: 'floor-lamp',
    category: 'Floor lamps',
    noun: 'floor lamp',
    materials: ['Steel', 'Linen'],
    size: [42, 42, 158],
    weight: 6.2,
    story: 'A warm cone of light to read by, with a pull cord that sounds the way it should.',
    lines: [
      ['Lume', 2, 249],
      ['Kvist', 5, 289],
      ['Soirée', 1, 319],
    ],
  },
  {
    drawing: 'pendant-lamp',
    category: 'Pendant lamps',
    noun: 'pendant lamp',
    materials: ['Steel', 'Glass'],
    size: [46, 46, 30],
    weight: 2.8,
    story: 'Spun from one sheet and lacquered by hand; hangs at any height over tables of any shape.',
    lines: [
      ['Cupola', 2, 219],
      ['Klokke', 0, 199],
      ['Campana', 9, 179],
      ['Akari', 10, 259],
    ],
  },
  {
    drawing: 'mug',
    category: 'Mugs',
    noun: 'mug',
    materials: ['Stoneware'],
    size: [12, 8.5, 9.5],
    weight: 0.35,
    story: 'Thrown, glazed and fired in small batches, so that no two are quite the same. Holds 320 ml.',
    lines: [
      ['Morgen', 3, 19.5],
      ['Azul', 4, 17.9],
      ['Hearth', 8, 21],
      ['Asa', 10, 26],
    ],
  },
  {
    drawing: 'vase',
    category: 'Vases',
    noun: 'vase',
    materials: ['Stoneware', 'Glass'],
    size: [18, 18, 32],
    weight: 1.4,
    story: 'A calm outline for a single branch or a whole armful from the market.',
    lines: [
      ['Stilla', 3, 59],
      ['Douro', 4, 49],
      ['Ikebana', 10, 89],
    ],
  },
  {
    drawing: 'shelf',
    category: 'Shelves',
    noun: 'bookcase',
    materials: ['Oak', 'Steel'],
    size: [84, 32, 180],
    weight: 31,
    story: 'Four adjustable shelves and a back that hides the cables. Fixed to the wall with two screws.',
    lines: [
      ['Bibliotek', 5, 549],
      ['Alm', 7, 489],
      ['Archive', 8, 599],
    ],
  },
  {
    drawing: 'clock',
    category: 'Clocks',
    noun: 'wall clock',
    materials: ['Beech', 'Steel'],
    size: [32, 5, 32],
    weight: 0.9,
    story: 'A silent movement behind a face that can be read from across the room.',
    lines: [
      ['Minuto', 2, 79],
      ['Time & Tide', 8, 69],
      ['Toki', 10, 99],
    ],
  },
  {
    drawing: 'planter',
    category: 'Planters',
    noun: 'planter',
    materials: ['Stoneware', 'Beech'],
    size: [28, 28, 36],
    weight: 3.2,
    story: 'With a hidden saucer and feet that keep the floor dry. The plant in the picture is not included.',
    lines: [
      ['Zielony', 11, 45],
      ['Jardim', 4, 39],
      ['Huerto', 9, 42],
      ['Polder', 6, 48],
    ],
  },
]

export const lines: readonly SampleLine[] = families.flatMap(({ lines: named, noun, ...family }) =>
  named.map(([name, vendorIndex, price]) => ({
    ...family,
    name: `${name} ${noun}`,
    vendor: vendorIndex,
    price,
  })),
)
