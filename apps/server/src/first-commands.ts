/** What an operator does in an empty database, where no demo is wanted. */
export const firstCommands = `
There is no service yet. Three commands set one up, each with the same MONGODB_URI:

1. Make a service:
   npm run inlet -- service create --name "Acme"

2. Add a domain to it, and see the DNS records that it needs:
   npm run inlet -- domain add --service ID --hostname mail.example.com

3. Make an API key:
   npm run inlet -- key create --service ID --name "first key" --scope write

"npm run inlet -- doctor" looks at all that the service needs, "npm run inlet -- --help" shows the rest.
`
