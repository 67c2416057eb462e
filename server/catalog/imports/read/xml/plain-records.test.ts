import { expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../../../testing/job-workspace.ts'
import { readCategories, readProducts } from '../../../../testing/shop-products.ts'

const shop = 'https://shop.example.org'

async function importTwice(xml: string) {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import(xml)
  const { result: again } = await workspace.import(xml)
  expect(result).toMatchObject({ format: 'xml', failed: 0 })
  expect(again).toMatchObject({ created: 0, updated: 0, failed: 0 })
  return { result, products: await readProducts(workspace), categories: await readCategories(workspace) }
}

function without(products: readonly Record<string, unknown>[], ...keys: readonly string[]) {
  return products.map((product) =>
    Object.fromEntries(Object.entries(product).filter(([key]) => !keys.includes(key))),
  )
}

test('Glami: items of a group are variants of one product, by the parameters they differ in [IMPORT-43]', async () => {
  const item = (size: string, more: string) => `<SHOPITEM><ITEM_ID>B-${size}</ITEM_ID>
<ITEMGROUP_ID>B</ITEMGROUP_ID><PRODUCTNAME>Bluză Ană ${size}</PRODUCTNAME><URL>${shop}/b-${size}</URL>
<IMGURL>${shop}/b.jpg</IMGURL>${more}<PRICE_VAT>1.099,90</PRICE_VAT><MANUFACTURER>Acme</MANUFACTURER>
<CATEGORYTEXT>Femei | Bluze</CATEGORYTEXT><PARAM><PARAM_NAME>mărime</PARAM_NAME><VAL>${size}</VAL></PARAM>
<PARAM><PARAM_NAME>culoare</PARAM_NAME><VAL>roșu</VAL></PARAM></SHOPITEM>`
  const more = `<IMGURL_ALTERNATIVE>${shop}/b2.jpg</IMGURL_ALTERNATIVE><IMGURL_ALTERNATIVE>${shop}/b3.jpg</IMGURL_ALTERNATIVE>`
  const { products, categories } = await importTwice(
    `<?xml version="1.0" encoding="utf-8"?><SHOP>${item('S', more)}${item('M', '')}</SHOP>`,
  )
  expect(categories).toEqual(['Femei', 'Femei > Bluze'])
  const shared = { image: `${shop}/b.jpg`, vendor: 'Acme', category: 'Bluze' }
  const variant = (size: string) => ({
    ...shared,
    parent: 'Bluză Ană',
    shop_id: `B-${size}`,
    title: `Bluză Ană ${size}`,
    itemgroup_id: 'B',
    link: `${shop}/b-${size}`,
    price: 1099.9,
    marime: size,
    culoare: 'roșu',
  })
  const gallery_images = [`${shop}/b2.jpg`, `${shop}/b3.jpg`]
  expect(products).toEqual([
    { ...shared, shop_id: 'B', title: 'Bluză Ană', gallery_images },
    { ...variant('S'), gallery_images },
    variant('M'),
  ])
})

test('Yandex: categories by their ids, currencies, groups and parameters with units [IMPORT-43]', async () => {
  const offer = (id: string, color: string) => `<offer id="${id}" available="true" group_id="10">
<price>990.50</price><currencyId>RUR</currencyId><categoryId>2</categoryId><name>Футболка Лён, ${color}</name>
<vendor>Север</vendor><param name="Цвет">${color}</param><param name="Рост" unit="см">15${id}</param></offer>`
  const { result, products, categories } = await importTwice(
    `<?xml version="1.0"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd"><yml_catalog date="2026-11-02"><shop>
<name>Лён</name><currencies><currency id="RUR" rate="1"/></currencies><categories>
<category id="1">Одежда</category><category id="2" parentId="1">Футболки</category></categories>
<offers>${offer('10', 'белая')}${offer('11', 'синяя')}</offers></shop></yml_catalog>`,
  )
  expect(categories).toEqual(['Одежда', 'Одежда > Футболки'])
  expect(result).toMatchObject({
    notes: [{ message_code: 'file.elements_left_out', values: { names: 'name (1), currency (1)' } }],
  })
  expect(without(products, 'rost', 'available', 'group_id')).toEqual([
    { shop_id: '10 (group)', title: 'Футболка Лён', vendor: 'Север', category: 'Футболки' },
    ...[
      ['10', 'белая'],
      ['11', 'синяя'],
    ].map(([id, color]) => ({
      parent: 'Футболка Лён',
      shop_id: id,
      title: `Футболка Лён, ${color}`,
      price: 990.5,
      vendor: 'Север',
      category: 'Футболки',
      tsvet: color,
    })),
  ])
})

test('CommerceML: goods and their offers are one, with groups, properties and prices by their types [IMPORT-43]', async () => {
  const price = (type: string, amount: string) =>
    `<Цена><ИдТипаЦены>${type}</ИдТипаЦены><ЦенаЗаЕдиницу>${amount}</ЦенаЗаЕдиницу><Валюта>RUB</Валюта></Цена>`
  const named = (id: string, name: string) => `<Ид>${id}</Ид><Наименование>${name}</Наименование>`
  const { products, categories } = await importTwice(
    `<?xml version="1.0" encoding="UTF-8"?><КоммерческаяИнформация ВерсияСхемы="2.05"><Классификатор>
<Группы><Группа>${named('g1', 'Мебель')}<Группы><Группа>${named('g2', 'Столы')}</Группа></Группы></Группа></Группы>
<Свойства><Свойство>${named('p1', 'Цвет')}<ВариантыЗначений><Справочник><ИдЗначения>v1</ИдЗначения>
<Значение>белый</Значение></Справочник></ВариантыЗначений></Свойство></Свойства></Классификатор><Каталог><Товары>
<Товар>${named('t1', 'Стол')}<Артикул>ST</Артикул><Группы><Ид>g2</Ид></Группы><ЗначенияСвойств>
<ЗначенияСвойства><Ид>p1</Ид><Значение>v1</Значение></ЗначенияСвойства></ЗначенияСвойств></Товар>
<Товар>${named('t2', 'Майка')}<Изготовитель>${named('m', 'Север')}</Изготовитель></Товар></Товары></Каталог>
<ПакетПредложений><ТипыЦен><ТипЦены>${named('a', 'Розничная')}</ТипЦены><ТипЦены>${named('b', 'Оптовая')}</ТипЦены>
</ТипыЦен><Предложения><Предложение>${named('t1', 'Стол')}<Цены>${price('a', '1500')}${price('b', '1200.5')}</Цены>
<Количество>7</Количество></Предложение><Предложение>${named('t2#s', 'Майка (S)')}<ХарактеристикиТовара>
<ХарактеристикаТовара><Наименование>Размер</Наименование><Значение>S</Значение></ХарактеристикаТовара>
</ХарактеристикиТовара><Цены>${price('a', '300')}</Цены></Предложение></Предложения></ПакетПредложений>
</КоммерческаяИнформация>`,
  )
  expect(categories).toEqual(['Мебель', 'Мебель > Столы'])
  expect(products).toEqual([
    {
      shop_id: 't1',
      title: 'Стол',
      sku: 'ST',
      price: 1500,
      tsena_optovaya: 1200.5,
      stock: 7,
      tsvet: 'белый',
      category: 'Столы',
    },
    { shop_id: 't2', title: 'Майка', vendor: 'Север' },
    { parent: 'Майка', shop_id: 't2/t2#s', title: 'Майка (S)', price: 300, razmer: 'S' },
  ])
})

test('Ceneo: attributes, nested pictures, features that are the brand or a GTIN, and paths by slashes [IMPORT-43]', async () => {
  const { products, categories } = await importTwice(
    `<offers version="1"><o id="101" url="${shop}/101" price="129.90" stock="4"><cat><![CDATA[Dom/Lampy]]></cat>
<name><![CDATA[Lampa]]></name><imgs><main url="${shop}/1.jpg"/><i url="${shop}/2.jpg"/></imgs><desc>Ładna</desc>
<attrs><a name="Producent">Acme</a><a name="EAN">4006381550604</a><a name="Kolor">biały</a></attrs></o></offers>`,
  )
  expect(categories).toEqual(['Dom', 'Dom > Lampy'])
  expect(products).toEqual([
    {
      shop_id: '101',
      title: 'Lampa',
      description: 'Ładna',
      link: `${shop}/101`,
      price: 129.9,
      stock: 4,
      vendor: 'Acme',
      gtin: '4006381550604',
      kolor: 'biały',
      category: 'Lampy',
      image: `${shop}/1.jpg`,
      gallery_images: [`${shop}/2.jpg`],
    },
  ])
})

test('Shoptet: variants with parameters, pictures with texts, and one that only has a product [IMPORT-43]', async () => {
  const { products } = await importTwice(
    `<?xml version="1.0"?><SHOP><SHOPITEM id="1"><NAME>Tričko</NAME><CATEGORIES><CATEGORY id="5">Móda &gt; Trička</CATEGORY>
</CATEGORIES><IMAGES><IMAGE description="Vepředu">${shop}/1.jpg</IMAGE></IMAGES><VARIANTS><VARIANT id="11"><CODE>T-B</CODE>
<PRICE_VAT>399,50</PRICE_VAT><PARAMETERS><PARAMETER><NAME>Barva</NAME><VALUE>bílá</VALUE></PARAMETER></PARAMETERS>
<STOCK><AMOUNT>5</AMOUNT></STOCK></VARIANT><VARIANT id="12"><CODE>T-C</CODE><PRICE_VAT>409</PRICE_VAT><PARAMETERS>
<PARAMETER><NAME>Barva</NAME><VALUE>černá</VALUE></PARAMETER></PARAMETERS></VARIANT></VARIANTS></SHOPITEM>
<SHOPITEM id="2"><NAME>Hrnek</NAME><CODE>HR</CODE><PRICE_VAT>99</PRICE_VAT></SHOPITEM></SHOP>`,
  )
  expect(products).toEqual([
    { shop_id: '1', title: 'Tričko', category: 'Trička', image: `${shop}/1.jpg`, image_alt_text: 'Vepředu' },
    {
      parent: 'Tričko',
      shop_id: '1/11',
      sku: 'T-B',
      title: 'Tričko - bílá',
      price: 399.5,
      stock: 5,
      barva: 'bílá',
    },
    { parent: 'Tričko', shop_id: '1/12', sku: 'T-C', title: 'Tričko - černá', price: 409, barva: 'černá' },
    { shop_id: '2', title: 'Hrnek', sku: 'HR', price: 99 },
  ])
})

test('XML without a declaration, in words of Polish, and texts in several languages, of which one is taken [IMPORT-43]', async () => {
  const { products } = await importTwice(
    `<produkty><produkt><kod>L-1</kod><nazwa lang="pl">Lampa</nazwa><nazwa lang="de">Leuchte</nazwa>
<cena waluta="PLN">1 299,00</cena></produkt><produkt><kod>L-2</kod><nazwa lang="pl">Stół</nazwa>
<cena waluta="PLN">49,50</cena></produkt></produkty>`,
  )
  expect(products).toEqual([
    { sku: 'L-1', title: 'Lampa', price: 1299 },
    { sku: 'L-2', title: 'Stół', price: 49.5 },
  ])
})

test('rows of other types are flat, and a table that begins with a tag stays one [IMPORT-43]', async () => {
  await using workspace = await JobWorkspace.open()
  const vendors =
    '<list><maker city="Graz"><name>Acme</name></maker><maker city="Linz"><name>Beta</name></maker></list>'
  const { result } = await workspace.import(vendors, { type: 'vendor' })
  expect(result).toMatchObject({ ...counts(2, 0, 0, 0), format: 'xml' })
  const { result: table } = await workspace.import('<b>sku</b>,name\nA,Lamp\n')
  expect(table).toMatchObject({ format: 'csv', created: 1 })
})

test('the words of feeds of Czech shops say that the rows are products [IMPORT-34, IMPORT-43]', async () => {
  await using workspace = await JobWorkspace.open()
  const item = `<ITEM_ID>A</ITEM_ID><PRODUCTNAME>Lampa</PRODUCTNAME><PRICE_VAT>9</PRICE_VAT>`
  const { told_type: guess } = await workspace.preview(`<SHOP><SHOPITEM>${item}</SHOPITEM></SHOP>`, {
    type: undefined,
  })
  expect(guess).toMatchObject({ type: 'product' })
})
