/** An address, which leads to its inbox. */
export const AddressLink = ({ address }: { address: string }) => <span className="min-w-0 font-medium">{address}</span>
