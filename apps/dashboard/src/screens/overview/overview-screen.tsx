import { PageHeader } from '../../shell/page-header.tsx'
import { ActivityFigures } from './activity-figures.tsx'
import { FirstSteps } from './first-steps-card.tsx'
import { ProblemList } from './problem-list.tsx'
import { QuotaCard } from './quota-card.tsx'

/** How the service is doing, and what a new one needs. */
export const OverviewScreen = () => (
  <>
    <PageHeader title="Overview" description="Recent activity, plan usage, and what needs your attention." />
    <div className="grid grid-cols-1 gap-6">
      <ProblemList />
      <FirstSteps />
      <ActivityFigures />
      <QuotaCard />
    </div>
  </>
)
