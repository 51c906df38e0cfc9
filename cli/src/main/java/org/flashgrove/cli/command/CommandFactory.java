package org.flashgrove.cli.command;

import java.lang.reflect.Constructor;
import picocli.CommandLine;

/** Creates command objects. Each command gets the standard streams of this factory's terminal. */
public final class CommandFactory implements CommandLine.IFactory {
  private final Terminal terminal;

  public CommandFactory(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    if (StoreCommand.class.isAssignableFrom(type)) {
      Constructor<K> constructor = type.getDeclaredConstructor(Terminal.class);
      constructor.setAccessible(true); // commands have no public constructors
      return constructor.newInstance(terminal);
    }
    return CommandLine.defaultFactory().create(type);
  }
}
