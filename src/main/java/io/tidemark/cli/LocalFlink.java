package io.tidemark.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink inside this process, listening on loopback only. */
final class LocalFlink {
    private static final String LOOPBACK = "localhost";

    private LocalFlink() {}

    /**
     * The port for the web UI.
     *
     * @param port the wanted port; 0 takes a free one
     * @throws UserError if another process listens there, or it is no port
     */
    static int webPort(int port) {
        if (port < 0 || port > 65535) {
            throw new UserError(ExitCodes.INVALID, "--web-port " + port + " is no port; allowed are 0 to 65535");
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UserError(
                    ExitCodes.FAILED,
                    "port " + port + " of the web UI is in use; --web-port names another, 0 takes a free one",
                    e);
        }
    }

    /** {@code port} if it is free, else some port that is. */
    static int webPortOrFree(int port) {
        try {
            return webPort(port);
        } catch (UserError inUse) {
            return webPort(0);
        }
    }

    /** A folder as Flink's options and paths name it; a {@link java.net.URI} would have {@code %20} for a blank. */
    static String address(Path folder) {
        return org.apache.flink.core.fs.Path.fromLocalFile(folder.toFile()).toString();
    }

    /** The folder that Flink names so. */
    static Path path(String address) {
        return Path.of(new org.apache.flink.core.fs.Path(address).getPath());
    }

    /** An environment whose job runs in this process, with the web UI on {@code port}. */
    static StreamExecutionEnvironment withWebUi(Configuration settings, int port) {
        settings.set(RestOptions.PORT, port);
        settings.set(RestOptions.BIND_PORT, String.valueOf(port));
        return StreamExecutionEnvironment.createLocalEnvironmentWithWebUI(loopback(settings));
    }

    /** An environment whose job runs in this process. */
    static StreamExecutionEnvironment withoutWebUi(Configuration settings) {
        return StreamExecutionEnvironment.createLocalEnvironment(loopback(settings));
    }

    /** {@code settings} with all that listens on loopback. */
    static Configuration loopback(Configuration settings) {
        settings.set(RestOptions.ADDRESS, LOOPBACK);
        settings.set(RestOptions.BIND_ADDRESS, LOOPBACK);
        return settings;
    }
}
