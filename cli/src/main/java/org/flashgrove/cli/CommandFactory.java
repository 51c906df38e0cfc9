package org.flashgrove.cli;

import picocli.CommandLine;

/** Gives commands the terminal they were called from. */
final class CommandFactory implements CommandLine.IFactory {
  private final Terminal terminal;

  CommandFactory(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    if (StoreCommand.class.isAssignableFrom(type)) {
      return type.cast(type.getDeclaredConstructor(Terminal.class).newInstance(terminal));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
