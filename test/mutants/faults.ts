import { type ESTree, parseAst } from 'vite';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** One place of a source, and what stands there instead. */
export interface Fault extends Span {
  readonly kind: FaultKind;
  readonly line: number;
  readonly was: string;
  readonly by: string;
  /** The expression or statement that is run when the place is reached. */
  readonly reached: Span & { readonly isStatement: boolean };
}

type FaultKind =
  | 'comparison'
  | 'plus one'
  | 'and-or'
  | 'condition'
  | 'call'
  | 'result'
  | 'constant'
  | 'element';

/** What has an operator between two operands. */
type Operation = Extract<ESTree.Node, { type: 'BinaryExpression' | 'AssignmentExpression' }>;

/** What a comparison is turned into: the bound moves by one, or the answer is the opposite. */
const TURNED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};

/** What one is added with, or taken away. */
const OPPOSITE: Readonly<Record<string, string>> = { '+': '-', '-': '+', '+=': '-=', '-=': '+=' };

/** Keys of nodes that hold types, which are gone when a source runs. */
const TYPE_KEYS =
  /^(?:typeAnnotation|returnType|typeArguments|typeParameters|superTypeArguments|implements)$/;

/** Nodes that are gone when a source runs, or that name another one. */
const WITHOUT_FAULTS = /^(?:TS(?!As|Satisfies|NonNull)|Import|ExportAll)/;

/** Every fault that can be planted in a source and leaves it readable for Node. */
export function faultsOf(code: string): Fault[] {
  const faults: Fault[] = [];
  const text = ({ start, end }: Span) => code.slice(start, end);

  function plant(kind: FaultKind, place: Span, by: string, reached: ESTree.Node): void {
    const was = text(place);
    if (was === by) return;
    faults.push({
      kind,
      line: code.slice(0, place.start).split('\n').length,
      start: place.start,
      end: place.end,
      was,
      by,
      reached: {
        start: reached.start,
        end: reached.end,
        isStatement: reached.type === 'ExpressionStatement',
      },
    });
  }

  function plantOperator(node: Operation): void {
    const { left, operator, right } = node;
    const start = left.end + code.slice(left.end, right.start).indexOf(operator);
    const place = { start, end: start + operator.length };
    const [turned, opposite] = [TURNED[operator], OPPOSITE[operator]];
    if (turned !== undefined) plant('comparison', place, turned, node);
    if (opposite !== undefined && text(right) === '1') plant('plus one', place, opposite, node);
  }

  /** Gives the empty value of the kind that an expression seems to have. */
  function plantResult(node: ESTree.Node): void {
    if (text(node) === 'undefined') return;
    const method =
      node.type === 'CallExpression' ? (/\.(\w+)$/.exec(text(node.callee))?.[1] ?? '') : '';
    const isBoolean =
      (node.type === 'BinaryExpression' && node.operator in TURNED) ||
      (node.type === 'LogicalExpression' && node.operator !== '??') ||
      (node.type === 'UnaryExpression' && node.operator === '!') ||
      /^(?:test|has|includes|some|every|startsWith|endsWith)$/.test(method);
    const isArray =
      node.type === 'ArrayExpression' ||
      /^(?:map|flatMap|filter|toSorted|slice|toReversed)$/.test(method);
    const isText =
      node.type === 'TemplateLiteral' ||
      (node.type === 'Literal' && typeof node.value === 'string');
    plant('result', node, isBoolean ? 'false' : isArray ? '[]' : isText ? "''" : 'null', node);
  }

  /** Leaves out each element in turn, with the comma beside it. */
  function plantElements(array: ESTree.ArrayExpression): void {
    for (const [at, element] of array.elements.entries()) {
      if (element === null) continue;
      const [before, next] = [array.elements[at - 1], array.elements[at + 1]];
      const start = next || !before ? element.start : before.end;
      plant('element', { start, end: next ? next.start : element.end }, '', array);
    }
  }

  /** Plants what the node itself allows; its parts follow. */
  function plantAt(node: ESTree.Node): void {
    const { type } = node;
    if (type === 'BinaryExpression' || type === 'AssignmentExpression') plantOperator(node);
    else if (type === 'LogicalExpression' && node.operator !== '??') {
      const other = node.operator === '&&' ? '||' : '&&';
      plant('and-or', node, `((${text(node.left)}) ${other} (${text(node.right)}))`, node);
    } else if (type === 'IfStatement' || type === 'ConditionalExpression') {
      plant('condition', node.test, `!(${text(node.test)})`, node.test);
    } else if (type === 'ExpressionStatement') {
      const isDirective = 'directive' in node && typeof node.directive === 'string';
      const isNeeded = isDirective || text(node).startsWith('super(') || isLogged(node.expression);
      if (!isNeeded) plant('call', node, ';', node);
    } else if (type === 'ReturnStatement' && node.argument) plantResult(node.argument);
    else if (type === 'ArrowFunctionExpression') {
      if (node.body.type !== 'BlockStatement') plantResult(node.body);
    } else if (type === 'Literal' && typeof node.value === 'number') {
      plant('constant', node, node.value === 0 ? '10' : String(node.value * 10), node);
    } else if (type === 'ArrayExpression') plantElements(node);
  }

  /** A line for the log, or an error's own words: they are for operators, and no test repeats them. */
  function isLogged(node: ESTree.Node): boolean {
    if (node.type === 'NewExpression') return text(node.callee).endsWith('Error');
    return node.type === 'CallExpression' && /(?:^|\.)log(?:ger)?\??\.\w+$/.test(text(node.callee));
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (!isNode(value) || WITHOUT_FAULTS.test(value.type) || isLogged(value)) return;
    plantAt(value);
    const isNamed = 'computed' in value && !value.computed;
    for (const [key, part] of Object.entries(value)) {
      if (!TYPE_KEYS.test(key) && !(isNamed && key === 'key')) visit(part);
    }
  }

  visit(parseAst(code, { lang: 'ts' }));
  return faults.filter((fault) => isReadable(planted(code, fault)));
}

/** The source with the fault in it. */
export function planted(code: string, { start, end, by }: Fault): string {
  return code.slice(0, start) + by + code.slice(end);
}

/** Whether a text is a program. */
export function isReadable(code: string): boolean {
  try {
    parseAst(code, { lang: 'ts' });
    return true;
  } catch {
    return false;
  }
}

function isNode(value: unknown): value is ESTree.Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}
