import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { describedProducts } from './product-data.ts'

const url = 'https://shop.example/chairs/oak'
const read = (html: string) => describedProducts(load(html), url)
const script = (data: unknown) => read(`<script type="application/ld+json">${JSON.stringify(data)}</script>`)

describe('JSON-LD', () => {
  test('a product with its offer, brand, pictures and properties', () => {
    expect(
      script({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: ' Oak chair ',
        sku: 1001,
        gtin13: '4006381333931',
        brand: { '@type': 'Brand', name: 'Waldwerk' },
        image: [
          '/oak.jpg',
          { '@type': 'ImageObject', contentUrl: 'https://cdn.example/oak-2.jpg' },
          '/oak.jpg',
        ],
        weight: { '@type': 'QuantitativeValue', value: 4.5, unitText: 'kg' },
        additionalProperty: [{ '@type': 'PropertyValue', name: 'Seat height', value: 46, unitText: 'cm' }],
        offers: [
          {
            '@type': 'Offer',
            price: '129.00',
            priceCurrency: 'EUR',
            availability: 'https://schema.org/InStock',
          },
        ],
      }),
    ).toEqual([
      {
        name: 'Oak chair',
        sku: '1001',
        gtin: '4006381333931',
        brand: 'Waldwerk',
        weight: '4.5 kg',
        price: '129.00',
        currency: 'EUR',
        availability: 'InStock',
        images: ['https://shop.example/oak.jpg', 'https://cdn.example/oak-2.jpg'],
        properties: [{ name: 'Seat height', value: '46 cm' }],
      },
    ])
  })

  test('products in a graph, named by their id, and lists of them; related ones are others', () => {
    const found = script({
      '@graph': [
        { '@type': 'WebPage', mainEntity: { '@id': '#oak' } },
        {
          '@type': 'Product',
          '@id': '#oak',
          name: 'Oak',
          offers: { '@id': '#offer' },
          isRelatedTo: { '@type': 'Product', name: 'Other' },
        },
        { '@type': 'Offer', '@id': '#offer', price: 12 },
        {
          '@type': 'ItemList',
          itemListElement: [{ '@type': 'ListItem', item: { '@type': ['Product', 'Thing'], name: 'Ash' } }],
        },
      ],
    })
    expect(found.map(({ name, price }) => [name, price])).toEqual([
      ['Oak', '12'],
      ['Ash', undefined],
    ])
  })

  test('the variants of a group name it', () => {
    const found = script({
      '@type': 'ProductGroup',
      name: 'Shirt',
      productGroupID: 'S',
      hasVariant: [
        { '@type': 'Product', sku: 'S-1', size: 'M' },
        { '@type': 'Product', sku: 'S-2', size: 'L' },
      ],
    })
    expect(found.map(({ sku, group }) => [sku, group])).toEqual([
      ['S', undefined],
      ['S-1', 0],
      ['S-2', 0],
    ])
  })

  test('a script that is no JSON, or circles, stops nothing', () => {
    const broken = '<script type="application/ld+json">{"@type": </script>'
    const lines = '<script type="application/ld+json">{"@type":"Product","name":"Oak\nchair"}</script>'
    const circle =
      '<script type="application/ld+json">{"@id":"#a","@type":"List","item":{"@id":"#a"}}</script>'
    expect(read(broken + lines + circle).map(({ name }) => name)).toEqual(['Oak chair'])
  })

  test('what names no product is none, and a hundred are enough', () => {
    expect(script({ '@type': 'Product', description: 'Something' })).toEqual([])
    const many = Array.from({ length: 200 }, (_none, at) => ({ '@type': 'Product', name: `P${at}` }))
    expect(script(many)).toHaveLength(100)
  })
})

describe('microdata', () => {
  test('is read where there is no JSON-LD', () => {
    const html = `<div itemscope itemtype="https://schema.org/Product">
      <h1 itemprop="name">Oak <b>chair</b></h1><meta itemprop="gtin13" content="4006381333931">
      <div itemprop="brand" itemscope itemtype="https://schema.org/Brand"><span itemprop="name">Waldwerk</span></div>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="129.00">129 €</span></div>
      <div itemprop="isSimilarTo" itemscope itemtype="https://schema.org/Product"><span itemprop="name">Other</span></div>
      <img itemprop="image" src="/oak.jpg"></div>`
    expect(read(html)).toEqual([
      {
        name: 'Oak chair',
        gtin: '4006381333931',
        brand: 'Waldwerk',
        price: '129.00',
        images: ['https://shop.example/oak.jpg'],
        properties: [],
      },
    ])
  })
})
