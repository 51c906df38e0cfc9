package org.flashgrove.core.kind;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A parameterized test of all kinds. Its source of arguments leaves out the cases of other modules
 * ({@link KindsUnderTest}), so that a module may have none.
 */
@Tag("kinds")
@ParameterizedTest(allowZeroInvocations = true)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface KindTest {}
