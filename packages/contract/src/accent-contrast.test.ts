import { expect, test } from 'vitest'
import { reportAccent } from './accent-contrast.ts'

test('an accent that is seen on both pages is reported so', () => {
  expect(reportAccent('#767676')).toMatchObject({
    text: { colour: 'black' },
    pages: [
      { theme: 'light', isSeen: true },
      { theme: 'dark', isSeen: true },
    ],
  })
})

test('white is not seen on the light page, nor is black on the dark one; on the dark one an edge helps', () => {
  const [white, black] = [reportAccent('#ffffff'), reportAccent('#000000')]

  expect(white.text).toEqual({ colour: 'black', ratio: 21 })
  expect(black.text).toEqual({ colour: 'white', ratio: 21 })
  expect(white.pages.map(({ isSeen }) => isSeen)).toEqual([false, true])
  expect(black.pages.map(({ isSeen }) => isSeen)).toEqual([true, false])
  expect(black.pages[1]?.isEdgeSeen).toBe(true)
  expect(white.pages[0]?.isEdgeSeen).toBe(false)
  expect(white.pages[0]?.ratio).toBe(1)
})
