/** An address that is cut before its `@` where one line is too short for it. */
export function FullAddress({ address }: { address: string }) {
  const at = address.indexOf('@')
  return (
    <bdi>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  )
}
