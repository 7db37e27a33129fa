import { Fragment } from 'react'

/** An e-mail address or a hostname, which breaks at its dots and its @ rather than within a word. */
export const AddressText = ({ children }: { children: string }) =>
  children.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and never change their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
