/**
 * Words of other languages for the few English values that a field takes: people write Damen where a
 * channel takes female.
 */
const words = {
  female:
    'damen, dame, frauen, frau, weiblich, femme, femmes, féminin, donna, donne, femminile, mujer, mujeres, femenino, dames, vrouw, vrouwen, kobieta, damskie, mulher, feminino, dam, ženy, women, woman, womens, ladies',
  male: 'herren, herr, männer, mann, männlich, homme, hommes, masculin, uomo, uomini, maschile, hombre, hombres, masculino, heren, man, mannen, mężczyzna, męskie, homem, herr, muži, men, mens',
  unisex: 'mixte, unisexe, damen und herren, herren und damen',
  adult:
    'erwachsene, erwachsener, adulte, adultes, adulto, adulti, adultos, volwassenen, volwassene, dorosły, dorośli, vuxen, vuxna, dospělí, adults',
  kids: 'kinder, kind, enfant, enfants, bambini, bambino, niños, niño, kinderen, dzieci, crianças, barn, děti, children, child',
  toddler: 'kleinkind, kleinkinder, bambin, tout petit, peuter',
  infant: 'baby, babys, säugling, bébé, neonato, bebé, niemowlę, babies',
  newborn: 'neugeborene, neugeborenes, nouveau né, recién nacido, pasgeboren',
  new: 'neu, neuware, neuf, neuve, nuovo, nuova, nuevo, nueva, nieuw, nowy, nowe, novo, nova, ny, nytt, nové, новый',
  used: 'gebraucht, occasion, usato, usata, usado, usada, gebruikt, tweedehands, używany, begagnad, použité, second hand',
  refurbished:
    'generalüberholt, aufbereitet, refurbished, reconditionné, reconditionnée, ricondizionato, reacondicionado, gereviseerd, odnowiony, recondicionado, renoverad',
  in_stock:
    'auf lager, lieferbar, verfügbar, vorrätig, sofort lieferbar, en stock, disponible, disponibile, in magazzino, op voorraad, dostępny, em stock, i lager, skladem',
  out_of_stock:
    'nicht lieferbar, nicht verfügbar, nicht auf lager, ausverkauft, épuisé, rupture de stock, indisponible, non disponibile, esaurito, agotado, sin existencias, uitverkocht, niet op voorraad, niedostępny, esgotado, slutsåld, vyprodáno',
  preorder: 'vorbestellbar, vorbestellung, précommande, preordine, reserva anticipada, pre order',
  backorder:
    'nachbestellt, rückstand, en réapprovisionnement, su ordinazione, bajo pedido, on backorder, onbackorder',
} as const

/** Synonyms of some of these, each in the word of the channel: `{ Damen: 'Female' }`. */
export function synonymsOf(
  ...targets: readonly (readonly [word: keyof typeof words, inChannel?: string])[]
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    targets.flatMap(([word, inChannel = word]) =>
      words[word].split(', ').map((other) => [other, inChannel] as const),
    ),
  )
}
