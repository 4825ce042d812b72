import {
  createPortfolio,
  type Portfolio,
  type PortfolioOptions,
} from '../../src/portfolio/portfolio.ts';

/** A portfolio that reads only when it is told to. */
export function benchPortfolio(
  options: Pick<PortfolioOptions, 'pages'> & Partial<PortfolioOptions>,
): Portfolio {
  return createPortfolio({
    pagesSince: null,
    now: Date.now,
    pollSeconds: 86_400,
    completionMax: null,
    monotonic: () => performance.now(),
    onFailure: () => {},
    ...options,
  });
}
