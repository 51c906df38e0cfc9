package org.flashgrove.core.kind;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Reads the cases of a {@link KindSource}. */
final class KindArguments implements ArgumentsProvider, AnnotationConsumer<KindSource> {
  private KindSource source;

  @Override
  public void accept(KindSource annotation) {
    source = annotation;
  }

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return Stream.of(source.value()).filter(KindsUnderTest::include).map(this::arguments);
  }

  private Arguments arguments(String row) {
    if (source.delimiter().isEmpty()) {
      return Arguments.of(row);
    }
    String[] cells = row.split(Pattern.quote(source.delimiter()));
    return Arguments.of(Arrays.stream(cells).map(String::strip).toArray());
  }
}
