/** Before the names that a mail chose, so that they never name anything of the page around it. */
const prefix = 'm-'

/** A name of a mail with the prefix. */
export const prefixed = (name: string): string => prefix + name

/** Each of the names in a list that is separated by white space, such as the value of `class`. Linear. */
export const prefixedWords = (names: string): string =>
  names
    .split(/[ \t\n\f\r]/)
    .filter((name) => name !== '')
    .map(prefixed)
    .join(' ')
