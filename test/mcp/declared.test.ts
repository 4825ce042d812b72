import { expect, test } from 'vitest';
import { z } from 'zod';

import { tools } from '../../src/mcp/server.ts';

test.each(tools.map((tool) => [tool.name, tool] as const))(
  'the tool %s is declared as assistants have learned it',
  (_, { title, description, input, output, hasBlocks }) => {
    const schemas = [input, output].map((schema) => z.toJSONSchema(schema, { io: 'input' }));
    expect({ title, description, hasBlocks, schemas }).toMatchSnapshot('declaration');
  },
);
