import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests wait for processes, databases or a browser: each takes half a minute or more. */
const LONG =
  /\/(?:jobs|start|drill|playground)\/(?:flows\/[\w-]+|[\w-]*(?:flows?|examples|scheduler|kill-[a-z]+|browser|signals|drill|rolling)|page\/[\w-]+\/[\w-]+|page\/page)\.test\.ts$|\/(?:matrix|privacy)\.test\.ts$/;

/** Begins with the files that take long, so that no worker is left alone with one in the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is not that of an array
    const sorted = await super.sort(files);
    const [long = [], short = []] = [true, false].map((isLong) =>
      sorted.filter(({ moduleId }) => LONG.test(moduleId) === isLong),
    );
    return [...long, ...short];
  }
}
