import { type Draw, pick } from './draws.ts'
import { listOf } from './writing.ts'

const firstNames = listOf(
  'Ada|Amira|Anton|Beatriz|Bilal|Carmen|Cecilia|Chidi|Daria|Dmitri|Edith|Elif|Emeka|Farah|Felix|Greta|Hanna|Hugo|Ines|Ivan|Jasper|Joana|Kaito|Karim|Katya|Lena|Liam|Lucia|Magnus|Malin|Marta|Mei|Milan|Nadia|Niklas|Nora|Olga|Omar|Paula|Pierre|Priya|Rafael|Rosa|Samir|Selma|Sofia|Tariq|Tessa|Tomas|Ulrike|Viktor|Wanda|Xavier|Yara|Yusuf|Zoe',
)
const lastNames = listOf(
  'Abebe|Almeida|Andersson|Bakker|Bauer|Bianchi|Castillo|Costa|Dubois|Eriksen|Fischer|Fontaine|Garcia|Haddad|Hansen|Horvath|Ito|Jansen|Jensen|Kaya|Keller|Kowalski|Kumar|Laine|Lambert|Larsen|Lindqvist|Lopez|Marin|Meyer|Moreau|Mori|Nagy|Novak|Nyberg|Okafor|Olsen|Patel|Pereira|Petrov|Ricci|Romano|Santos|Schmidt|Sharma|Silva|Sokolov|Tanaka|Tremblay|Urban|Vargas|Vermeulen|Virtanen|Weber|Wong|Yilmaz|Zeman|Zhang',
)
const brandStarts = listOf(
  'Alder|Amber|Arc|Birch|Blue|Bright|Cedar|Cinder|Clear|Copper|Drift|Ember|Fern|Field|Frost|Glen|Gold|Harbor|Hazel|Iron|Juniper|Kite|Lark|Lumen|Maple|Marble|North|Oak|Opal|Pine|Quill|Raven|Rill|Saffron|Sage|Slate|Swift|Tidal|Vale|Willow',
)
const brandEnds = listOf(
  'base|bay|beam|bridge|cove|craft|dale|desk|flow|ford|forge|gate|grove|haus|hive|lab|lane|leaf|line|loom|mark|mill|nest|path|peak|point|port|rise|shore|spark|stack|stone|trail|view|ware|way|well|wick|works|yard',
)
const cities = listOf(
  'Aarhus|Antwerp|Basel|Bergen|Bilbao|Bologna|Braga|Bremen|Brno|Cork|Dresden|Esbjerg|Gdansk|Ghent|Graz|Haarlem|Innsbruck|Kaunas|Leeds|Lille|Linz|Ljubljana|Lyon|Malmo|Nantes|Odense|Oulu|Poznan|Riga|Rouen|Salzburg|Sligo|Tampere|Tartu|Trento|Turku|Utrecht|Valencia|Verona|Zagreb',
)
const streets = listOf(
  'Station Road|Mill Lane|Harbour Street|Church Walk|Victoria Terrace|Rue des Lilas|Rue du Moulin|Via Garibaldi|Lindenstrasse|Bahnhofstrasse|Kirchgasse|Storgatan|Havnegade|Calle Mayor|Prinsengracht|Nieuwe Markt|Hauptplatz|Rua Nova|Orchard Close|Bridge Street',
)

export const firstName = (draw: Draw): string => pick(draw, firstNames)
export const fullName = (draw: Draw): string => `${firstName(draw)} ${pick(draw, lastNames)}`
export const city = (draw: Draw): string => pick(draw, cities)

/** A street with its number, and the postcode and city. */
export const postalAddress = (draw: Draw): [string, string] => [
  `${1 + draw(180)} ${pick(draw, streets)}`,
  `${10_000 + draw(89_999)} ${city(draw)}`,
]

/** A company, with its host in the domain that is reserved for examples (RFC 2606). */
export function brand(draw: Draw): { name: string; host: string; colour: string } {
  const name = `${pick(draw, brandStarts)}${pick(draw, brandEnds)}`
  const colour = `#${Array.from({ length: 3 }, () => (32 + draw(160)).toString(16)).join('')}`
  return { name, host: `${name.toLowerCase()}.example`, colour }
}
