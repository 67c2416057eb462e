import { describe, test, expect } from 'vitest'
import { golden, readProducts, countEntities } from '../../../../testing/shop-products.ts'
import { JobWorkspace } from '../../../../testing/job-workspace.ts'

const headers: Readonly<Record<string, string>> = {
  de: 'TITEL,BESCHREIBUNG,PREIS,WÄHRUNGSCODE,STÜCKZAHL,TAGS,MATERIALIEN,BILD1,BILD2,BILD3,VARIATIONSTYP 1,VARIATIONSNAME 1,VARIATIONSWERT 1,VARIATIONSTYP 2,VARIATIONSNAME 2,VARIATIONSWERT 2,BESTANDSEINHEIT',
  fr: 'TITRE,DESCRIPTION,PRIX,CODE DEVISE,QUANTITÉ,MOTS-CLÉS,MATÉRIAUX,IMAGE1,IMAGE2,IMAGE3,TYPE DE VARIATION 1,NOM DE LA VARIATION 1,VALEURS DE LA VARIATION 1,TYPE DE VARIATION 2,NOM DE LA VARIATION 2,VALEURS DE LA VARIATION 2,SKU',
  es: 'TÍTULO,DESCRIPCIÓN,PRECIO,CÓDIGO DE DIVISA,CANTIDAD,ETIQUETAS,MATERIALES,IMAGEN1,IMAGEN2,IMAGEN3,TIPO DE VARIACIÓN 1,NOMBRE DE LA VARIACIÓN 1,VALORES DE LA VARIACIÓN 1,TIPO DE VARIACIÓN 2,NOMBRE DE LA VARIACIÓN 2,VALORES DE LA VARIACIÓN 2,SKU',
  it: 'TITOLO,DESCRIZIONE,PREZZO,CODICE_VALUTA,QUANTITÀ,TAG,MATERIALI,IMMAGINE1,IMMAGINE2,IMMAGINE3,TIPO VARIAZIONE 1,NOME VARIAZIONE 1,VALORI VARIAZIONE 1,TIPO VARIAZIONE 2,NOME VARIAZIONE 2,VALORI VARIAZIONE 2,SKU',
  nl: 'TITEL,BESCHRIJVING,PRIJS,VALUTACODE,AANTAL,TAGS,MATERIALEN,AFBEELDING1,AFBEELDING2,AFBEELDING3,VARIATIETYPE 1,VARIATIENAAM 1,VARIATIEWAARDEN 1,VARIATIETYPE 2,VARIATIENAAM 2,VARIATIEWAARDEN 2,SKU',
}

describe('listings of Etsy in other languages', () => {
  test.each(Object.entries(headers))(
    'in %s: they hold the same as English ones, and change nothing again [IMPORT-14]',
    async (_language, header) => {
      const [english = '', ...rows] = (await golden('etsy.csv')).toString().split('\n')
      await using expected = await JobWorkspace.open()
      await expected.import([english, ...rows].join('\n'))
      await using workspace = await JobWorkspace.open()
      const first = await workspace.import([header, ...rows].join('\n'))
      const again = await workspace.import([header, ...rows].join('\n'))

      expect(first.result).toMatchObject({ shape: 'etsy', created: 6, failed: 0 })
      expect(again.result).toMatchObject({ created: 0, updated: 0, failed: 0 })
      expect(await countEntities(workspace)).toMatchObject({ products: 2, variants: 4, images: 1 })
      expect(await readProducts(workspace)).toEqual(await readProducts(expected))
    },
  )

  test('prices with a decimal comma are read as such [IMPORT-14]', async () => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(
      'TITEL,BESCHREIBUNG,PREIS,WÄHRUNGSCODE,STÜCKZAHL,TAGS,MATERIALIEN,BILD1\nTasse,Gedreht.,"28,50",EUR,6,tasse,ton,https://et.example.org/t.jpg\nTeller,Glasiert.,"1.035,00",EUR,2,teller,ton,https://et.example.org/u.jpg\n',
    )
    expect((await workspace.products()).map(({ price }) => price)).toEqual([28.5, 1035])
  })

  test('a list of articles with pictures and currencies is no file of Etsy [IMPORT-14]', async () => {
    await using workspace = await JobWorkspace.open()
    const { result } = await workspace.import(
      'Titel;Beschreibung;Preis;Währungscode;Bild1\nStuhl;Buche.;12;EUR;https://et.example.org/s.jpg\n',
    )
    expect(result).not.toHaveProperty('shape')
  })
})
