package org.flashgrove.access.filter;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.flashgrove.core.spec.SpecException;

/**
 * Recursive descent parser for filters:
 *
 * <pre>
 * filter  = all {or all}
 * all     = one {and one}
 * one     = not one | ( filter ) | NAME test
 * test    = (= | &lt;&gt; | != | &lt; | &lt;= | &gt; | &gt;=) (VALUE | NAME) | [not] in ( VALUE {, VALUE} )
 *         | [not] like 'TEXT' | [not] between VALUE and VALUE | is [not] null
 * VALUE   = a number | 'TEXT' | true | false | x'HEX' | ?
 * NAME    = letters, digits and _ | "ANY NAME"
 * </pre>
 *
 * A question mark stands for the next parameter. A quotation mark within a text or a name is
 * doubled. Keywords ignore case; names do not.
 */
final class FilterParser {
  private static final Set<String> KEYWORDS =
      Set.of("and", "or", "not", "in", "like", "between", "is", "null", "true", "false");

  private static final String TESTS =
      "=, <>, <, <=, >, >=, in, like, between, is null, or not before in, like and between";
  private static final String VALUES = "a number, 'text', true, false, x'00ff', ?";

  private final String text;
  private final Object[] parameters;
  private int used;
  private int at;

  /**
   * The current token: a keyword in lower case, or a sign such as {@code <=}. For any other token,
   * such as a number or a name, it is one character that stands for the kind of token.
   */
  private String token = "";

  private Object value = "";
  private int start;
  private int level;

  FilterParser(String text, Object... parameters) {
    this.text = Objects.requireNonNull(text, "text");
    this.parameters = parameters == null ? new Object[] {null} : parameters; // a null alone
    advance();
  }

  static boolean isKeyword(String word) {
    return KEYWORDS.contains(word.toLowerCase(Locale.ROOT));
  }

  Filter parse() {
    Filter filter = any();
    if (!token.isEmpty()) {
      throw problem("and, or, the end");
    }
    if (used < parameters.length) {
      throw new SpecException(
          "filter: "
              + parameters.length
              + " values for "
              + used
              + " parameters; pass one value for each ?");
    }
    return filter;
  }

  private SpecException problem(String allowed) {
    String found = start >= text.length() ? "the end" : "'" + excerpt() + "'";
    return new SpecException(
        "filter: " + found + " at character " + (start + 1) + " (allowed: " + allowed + ")");
  }

  private String excerpt() {
    int end = Math.min(text.length(), start + 20);
    return text.substring(start, Math.max(start + 1, Math.min(end, Math.max(at, start + 1))));
  }

  private static final String NAME = "name";
  private static final String CONSTANT = "value";

  private void advance() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    start = at;
    value = "";
    if (at == text.length()) {
      token = "";
      return;
    }
    char c = text.charAt(at);
    boolean isHex = (c == 'x' || c == 'X') && at + 1 < text.length() && text.charAt(at + 1) == '\'';
    if (isHex) {
      at++;
      hexadecimal(enclosed('\''));
    } else if (c == '\'') {
      value = enclosed('\'');
      token = CONSTANT;
    } else if (c == '"') {
      value = enclosed('"');
      token = NAME;
    } else if (c == '?') {
      parameter();
    } else if (isDigit(c) || isSigned(c)) {
      number();
    } else if (Character.isUnicodeIdentifierStart(c) || c == '_') {
      word();
    } else {
      sign();
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private boolean isSigned(char c) {
    boolean before = c == '-' || c == '+' || c == '.';
    char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    return before && (isDigit(next) || next == '.');
  }

  private String enclosed(char mark) {
    StringBuilder content = new StringBuilder();
    at++;
    while (true) {
      if (at == text.length()) {
        throw problem("a closing " + mark);
      }
      char c = text.charAt(at++);
      if (c == mark) {
        if (at == text.length() || text.charAt(at) != mark) {
          return content.toString();
        }
        at++;
      }
      content.append(c);
    }
  }

  private void parameter() {
    if (used == parameters.length) {
      throw new SpecException(
          "filter: more ? than the " + parameters.length + " values; pass one value for each ?");
    }
    at++;
    value = parameters[used++];
    token = CONSTANT;
  }

  private void hexadecimal(String digits) {
    try {
      value = HexFormat.of().parseHex(digits);
      token = CONSTANT;
    } catch (IllegalArgumentException e) {
      throw problem("two hexadecimal digits for each byte");
    }
  }

  private void number() {
    int from = at++;
    while (at < text.length() && isOfNumber(text.charAt(at), text.charAt(at - 1))) {
      at++;
    }
    try {
      value = new BigDecimal(text.substring(from, at));
      token = CONSTANT;
    } catch (NumberFormatException e) {
      throw problem("a number such as -1.5e3");
    }
  }

  private static boolean isOfNumber(char c, char before) {
    boolean isExponentSign = (c == '-' || c == '+') && (before == 'e' || before == 'E');
    return isDigit(c) || c == '.' || c == 'e' || c == 'E' || isExponentSign;
  }

  private void word() {
    while (at < text.length() && Character.isUnicodeIdentifierPart(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    token = word.toLowerCase(Locale.ROOT);
    if (token.equals("true") || token.equals("false")) {
      value = token.equals("true");
      token = CONSTANT;
    } else if (!isKeyword(word)) {
      value = word;
      token = NAME;
    }
  }

  private void sign() {
    char c = text.charAt(at++);
    char next = at < text.length() ? text.charAt(at) : ' ';
    boolean isTwo =
        c == '<' && (next == '=' || next == '>') || (c == '>' || c == '!') && next == '=';
    at += isTwo ? 1 : 0;
    token = text.substring(start, at);
    if (!Set.of("=", "<>", "!=", "<", "<=", ">", ">=", "(", ")", ",").contains(token)) {
      throw problem("a name, a value, one of = <> < <= > >= ( ) ,");
    }
  }

  private boolean accept(String wanted) {
    boolean is = token.equals(wanted);
    if (is) {
      advance();
    }
    return is;
  }

  private void expect(String wanted) {
    if (!accept(wanted)) {
      throw problem(wanted);
    }
  }

  private Object constant() {
    if (!token.equals(CONSTANT)) {
      throw problem(VALUES);
    }
    Object found = value;
    advance();
    return found;
  }

  private Filter any() {
    List<Filter> parts = new ArrayList<>();
    do {
      parts.add(all());
    } while (accept("or"));
    return parts.size() == 1 ? parts.get(0) : new FilterGroup(false, parts);
  }

  private Filter all() {
    List<Filter> parts = new ArrayList<>();
    do {
      parts.add(one());
    } while (accept("and"));
    return parts.size() == 1 ? parts.get(0) : new FilterGroup(true, parts);
  }

  private Filter one() {
    int nots = 0;
    while (accept("not")) {
      nots++;
    }
    Filter filter;
    if (token.equals("(")) {
      if (++level > Filter.MOST_LEVELS) {
        throw problem("at most " + Filter.MOST_LEVELS + " parentheses within each other");
      }
      advance();
      filter = any();
      expect(")");
      level--;
    } else if (token.equals(NAME)) {
      String name = (String) value;
      advance();
      filter = test(name);
    } else {
      throw problem("a name, not, (");
    }
    for (int i = 0; i < nots; i++) {
      filter = filter.not();
    }
    return filter;
  }

  private Filter test(String name) {
    for (Operator operator : Operator.values()) {
      if (accept(operator.toString())) {
        return comparison(name, operator);
      }
    }
    if (accept("!=")) {
      return comparison(name, Operator.NOT_EQUAL);
    }
    if (accept("is")) {
      boolean isOpposite = accept("not");
      expect("null");
      return isOpposite ? Filter.isNull(name).not() : Filter.isNull(name);
    }
    boolean isOpposite = accept("not");
    Filter filter;
    if (accept("in")) {
      filter = membership(name);
    } else if (accept("between")) {
      Filter least = Filter.atLeast(name, constant());
      expect("and");
      filter = least.and(Filter.atMost(name, constant()));
    } else if (accept("like")) {
      if (!(value instanceof String pattern) || !token.equals(CONSTANT)) {
        throw problem("'text' in which % and _ stand for others");
      }
      advance();
      filter = Filter.like(name, pattern);
    } else {
      throw problem(isOpposite ? "in, like, between" : TESTS);
    }
    return isOpposite ? filter.not() : filter;
  }

  private Filter comparison(String name, Operator operator) {
    if (token.equals(CONSTANT)) {
      return new Comparison(name, operator, constant());
    }
    if (!token.equals(NAME)) {
      throw problem(VALUES + ", an attribute" + (token.equals("null") ? ", or is null" : ""));
    }
    String other = (String) value;
    advance();
    return new AttributeComparison(name, operator, other);
  }

  private Filter membership(String name) {
    expect("(");
    List<Object> values = new ArrayList<>();
    do {
      values.add(constant());
    } while (accept(","));
    expect(")");
    return Filter.in(name, values);
  }
}
