package org.flashgrove.core.kind;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Cases of a {@link KindTest}, without those of other modules. */
@ArgumentsSource(KindArguments.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface KindSource {
  /** Returns the cases: arguments with the delimiter and spaces between them. */
  String[] value();

  /** Returns the delimiter of the arguments; without one each case is one argument. */
  String delimiter() default "";
}
