import { expect, test, vi } from 'vitest'
import { plantedCheckout } from './planted-checkout.ts'

vi.setConfig({ testTimeout: 120_000 })

const folder = 'docs/decisions'
const page = (title: string, text = 'A choice.') => `# ${title}\n\n${text}\n`
const pages = {
  [`${folder}/0001-first.md`]: page('1. First', `See [the second](0002-second.md).`),
  [`${folder}/0002-second.md`]: page('2. Second', `${'word '.repeat(890)}`),
}
// In parts: the checkout of this test is checked too.
const gone = ['0004', 'gone'].join('-')

const plants: { what: string; says: string; files: Record<string, string> }[] = [
  {
    what: 'a page of more than 900 words',
    says: `${folder}/0003-long.md:1  it has 903 words, and may have 900`,
    files: { [`${folder}/0003-long.md`]: page('3. Long', 'word '.repeat(900)) },
  },
  {
    what: 'a gap in the numbers',
    says: `${folder}/0004-fourth.md:1  its name must begin with 0003-: pages are numbered without gaps`,
    files: { [`${folder}/0004-fourth.md`]: page('4. Fourth') },
  },
  {
    what: 'two pages with one number',
    says: `${folder}/0002-third.md:1  its name must begin with 0003-`,
    files: { [`${folder}/0002-third.md`]: page('3. Third') },
  },
  {
    what: 'a page without a number',
    says: `${folder}/third.md:1  its name must begin with 0003-`,
    files: { [`${folder}/third.md`]: page('3. Third') },
  },
  {
    what: 'a title with another number than the name',
    says: `${folder}/0003-third.md:1  its title must begin with "# 3. "`,
    files: { [`${folder}/0003-third.md`]: page('4. Third') },
  },
  {
    what: 'a comment that names a page that is gone',
    says: `packages/core/src/planted.ts:2  there is no page ${gone} in ${folder}`,
    files: { 'packages/core/src/planted.ts': `export const planted = 1\n// ${folder}/${gone}.md\n` },
  },
  {
    what: 'a link in a document to a page that is gone',
    says: `docs/planted.md:1  there is no page ${gone} in ${folder}`,
    files: { 'docs/planted.md': `See [the page](decisions/${gone}.md).\n` },
  },
  {
    what: 'a link between pages to one that is gone',
    says: `${folder}/0003-third.md:3  there is no page ${gone} in ${folder}`,
    files: { [`${folder}/0003-third.md`]: page('3. Third', `See [the page](${gone}.md).`) },
  },
  ...[
    ['decision', '2'],
    ['decision page', '2'],
    ['page', '0002'],
  ].map(([noun, number]) => ({
    what: `a page named as "${noun} ${number}"`,
    says: 'docs/planted.md:1  a decision is named by the path of its page, not by a number',
    files: { 'docs/planted.md': `As ${noun} ${number} says.\n` },
  })),
]

test.concurrent.each(plants)('$what is refused by check:doc-paths', async ({ says, files }) => {
  using checkout = plantedCheckout({ ...pages, ...files })

  const verdict = await checkout.check('doc-paths')

  expect(verdict.output).toContain(says)
  expect(verdict.isGood).toBe(false)
})

test('pages of 900 words at most, numbered without gaps and linked by their paths, pass', async () => {
  using checkout = plantedCheckout({
    ...pages,
    'README.md': `See [the first](${folder}/0001-first.md) and page 2 of the list.\n`,
    'packages/core/src/planted.ts': `// ${folder}/0002-second.md\nexport const planted = 1\n`,
  })

  expect(await checkout.check('doc-paths')).toEqual({ isGood: true, output: '' })
})
