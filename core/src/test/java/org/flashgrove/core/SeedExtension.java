package org.flashgrove.core;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Announces each test to {@link Seeds} before its instance is made (fields draw, too), and prints
 * the line that repeats a random test that failed. Registered for all tests as a service.
 *
 * <p>Surefire cannot select one invocation of a JUnit 5 test by {@code -Dtest=Class#method[i]}
 * (SUREFIRE-2010: nothing runs); {@code -Dflashgrove.invocation=i} beside {@code
 * -Dtest=Class#method} does.
 */
public final class SeedExtension
    implements BeforeAllCallback,
        TestInstancePreConstructCallback,
        BeforeEachCallback,
        ExecutionCondition,
        TestWatcher {
  static final String INVOCATION = "flashgrove.invocation";
  private static final Pattern NUMBER = Pattern.compile("invocation:#(\\d+)]$");

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    announce(context);
  }

  @Override
  public void preConstructTestInstance(
      TestInstanceFactoryContext factory, ExtensionContext context) {
    announce(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    announce(context);
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String asked = System.getProperty(INVOCATION);
    String invocation = invocation(context);
    return asked == null || invocation.isEmpty() || invocation.equals(asked)
        ? ConditionEvaluationResult.enabled("")
        : ConditionEvaluationResult.disabled("only invocation " + asked + " is asked for");
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    String invocation = invocation(context);
    Seeds.used()
        .ifPresent(
            seed ->
                System.out.println(
                    "to repeat: '-Dtest="
                        + name(context)
                        + "'"
                        + (invocation.isEmpty() ? "" : " -D" + INVOCATION + "=" + invocation)
                        + " -D"
                        + Seeds.PROPERTY
                        + "="
                        + seed
                        + Repetitions.argument()));
  }

  private static void announce(ExtensionContext context) {
    Seeds.begin(name(context) + "[" + invocation(context) + "]");
  }

  /** Returns the name by which Surefire selects the test: {@code Class#method}, without package. */
  private static String name(ExtensionContext context) {
    String name = context.getRequiredTestClass().getName();
    return name.substring(name.lastIndexOf('.') + 1)
        + context.getTestMethod().map(method -> "#" + method.getName()).orElse("");
  }

  /** Returns which invocation of a parameterized or repeated test runs, from 1, or "". */
  private static String invocation(ExtensionContext context) {
    Matcher number = NUMBER.matcher(context.getUniqueId());
    return number.find() ? number.group(1) : "";
  }
}
